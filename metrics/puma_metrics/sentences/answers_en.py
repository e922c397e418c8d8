"""What is wrong with a file of answers, and what to do, in English."""

SENTENCES = {
    # files
    "unknown-kind": "unknown kind of file; {way_out}",
    "save-as-table": "save it as XLSX, or as CSV UTF-8, with the ids as text",
    "unpack-first": "unpack it first",
    "expected-endings": "expected {endings}",
    "no-utf8": "is not UTF-8 (byte {byte}); save the file as UTF-8",
    "json-too-deep": "is nested too deeply to be an answer; expected {example}",
    "no-json-answer": "is no JSON ({problem} at {line}column {column}{near}); expected {example}",
    "on-line": "line {line}, ",
    "near": ", near {text}",
    "no-list-of-answers": 'is no list ({value}); expected [{example}] or {{"hc_001": "..."}}',
    "only-scores": "holds a harness's scores and no answers; name its samples_*.jsonl (--log_samples)",
    "column-twice": "the column {column:n} stands twice; keep one of them",
    "columns-differ": "has another number of columns than the header ({columns}); "
    "quote answers that hold commas or line breaks",
    "open-quote": 'is no CSV (a quote is never closed); quote answers as "..."',
    "no-csv": 'is no CSV ({error}); quote answers as "..."',
    "no-parquet": "is no Parquet file ({error}); write it again",
    "no-worksheet": "no worksheet has answers; expected the columns id and prediction in row 1",
    "several-worksheets": "{sheets} worksheets have answers ({names:n}); keep one; "
    "expected the columns id and prediction in row 1",
    "may-be-number": "may be a number ({value}); {way_out}, in CSV",
    "normaliser-alone": "has a normaliser, and no raw_prediction that is text; "
    "write both as puma normalise does, or call the column otherwise",
    "unknown-normaliser": "unknown normaliser {name:n}; {way_out}",
    "two-normalisers": "some answers were normalised with {option}:{one} and {option}:{other}; "
    "normalise all in one way",
    "shown-as": "is {kind} to the spreadsheet ({text}), not text; "
    "format the column as text, and write the ids as they stand in the tasks",
    "a-percentage": "a percentage",
    "a-date": "a date or time",
    "leading-zeros": "a number with leading zeros",
    "full-cell": "fills a cell ({most:,} characters), where spreadsheets cut answers; write the answers as JSONL",
    # packed files
    "no-gzip": "is no gzip file ({error}); pack it again",
    "no-zip": "is no zip file ({error}); pack it again",
    "not-unpacked": "{member} cannot be unpacked ({error}); pack it again",
    "unpacks-to-more": "unpacks to more than {most:,} bytes; divide it into several files",
    "several-files": "holds {files} files ({names:n}); expected one file of answers, or unpack it and name the folder",
    "no-file-inside": "holds no file; expected one file of answers, or unpack it and name the folder",
    "no-inspect-log": "is no log of Inspect (it has no header.json); name the log that inspect eval wrote",
    "inspect-no-json": "holds what is no JSON ({error}); write the log again",
    "no-inspect-sample": "holds no sample of Inspect; name the log that inspect eval wrote",
    # rows
    "no-record": "is no object ({value}); expected one such as {example}",
    "other-form": "has the fields of {shape} and not its form ({error})",
    "no-response-form": "has the fields of a response and not its form ({error})",
    "no-column": "has no column {column:n}; it has {names:n}",
    "could-be": "the answer could be {values}; choose one with --prediction {column}, or call the model's 'prediction'",
    "column-value": "{column:n} ({value})",
    "both": "{first} and {second}",
    "no-id-in-record": "has no id; expected an object such as {example}{instead}",
    "rename": "; it has {names:n}: rename the right one to {wanted:n}",
    "no-text-here": "is no text ({value}); {way_out}",
    "write-as-text": "write it as text, as it stands elsewhere: 1.10 and 1.1 are one number (pandas: dtype=str)",
    "write-json-as-text": "write the JSON as text",
    "expected-text": "expected text",
    "expected-text-or-null": "expected text or null",
    "other-column": "has no {column:n}, which other rows have, but {other:n}; write all answers in one column",
    "no-answer-in-record": "has no answer; expected one of {names:n}{instead}",
    "error-and-answer": "has an error ({error}) and an answer too; leave one of them empty",
    "several-answers": "holds {answers} different answers ({first}, {second}); keep one",
    "no-content": "is neither text nor a list of parts ({value})",
    "no-response": "is no response that is known ({value})",
    "no-id-in-document": "has no id ({value}); the task's id must stand in the harness's document as 'id'",
    "missing-in-samples": "is a missing answer in what puma grade has written; "
    "name the file of answers, or puma rescore",
    # answers and tasks together
    "holds-no-answer": "{file}: holds no answer; expected {expected}",
    "line-of-answers": "one object a line, such as {example}",
    "list-of-answers": "[{example}]",
    "csv-of-answers": "a header with id and prediction, and a row for each answer",
    "parquet-of-answers": "the columns id and prediction, and a row for each answer",
    "no-task-for": "{answers:answer|answers} to no task ({names:n}); leave them out or add their tasks",
    "no-task-for-one": "{answers:answer|answers} to no task ({names:n}); leave it out or add its task",
    "several-models": "{file}: answers of {models} models ({names:n}); write one file for each",
    "no-task-for-in": "{file}: {answers:answer|answers} to no task of this set: {places}{more}{hint}\n"
    "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with "
    "puma grade --extra ignore.",
    "answered-twice": "{file}: more than one answer to {tasks:task|tasks}: {places}{more}\n"
    "Say which one counts with puma grade --duplicates first or --duplicates last, or count them all, as a model's "
    "several samples, with --samples {most} (of millions with --duplicates all --jobs N --out FOLDER).",
    "id-at": "{id:n} ({place})",
    "line-at": "line {line}",
    "line-in": "{file}, line {line}",
    "times-at": "{n} times, from line {first} to {last}",
    "line-also-in": "line {line}, and in {file}",
    "and-more": " and {more} more",
    "hint": "; {hint}",
}
