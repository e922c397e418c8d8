"""What is wrong with a rule, a task or a file of tasks, and what to do, in English."""

SENTENCES = {
    # where it is wrong, and several problems
    "finding": "{address}: {problem}",
    "lines": "{lines:/}",
    "address-line": "{file}:{line}",
    "address-id": "{id:n}",
    "address-rule": "rule {number}",
    "address-field": "{field}",
    # names
    "did-you-mean": "did you mean {name:n}?{unseen}",
    "one-of": "expected one of {names:n}",
    "one-of-first": "expected one of {names:n} and {more} more",
    "other-composed": " It differs only in how its letters are composed",
    "other-with": " It is another name with {codes}",
    "other-without": " It is another name without {codes}",
    # fields of any record
    "missing-field": "missing field {field:n}",
    "missing-field-type": "missing field 'type'; {expected}",
    "unknown-field": "unknown field {field:n}; {expected}",
    "too-deep": "is nested deeper than {most} levels; expected no more than six",
    "huge-number": "holds a whole number of more than 1,000 digits; expected a smaller one, or a string",
    "no-truth-value": "is no truth value ({value}); expected true or false",
    "no-count": "is no count ({value}); expected a whole number from 0, or null",
    "no-text": "is no text ({value}); expected a string",
    "no-list-of-strings": "is no list ({value}); expected a list of strings",
    "not-all-text": "holds what is no text ({value}); expected strings",
    "no-strings": "is empty ([]); expected at least one string",
    "unknown-value": "is unknown ({value}); {expected}",
    "above": "is above {other} ({low} > {high}); expected at most {high}",
    # rules
    "no-rule": 'is no object ({value}); expected a rule such as {{"type": "include", ...}}',
    "no-clauses": "is empty ({value}); expected at least one clause",
    "no-list-of-clauses": "is no list ({value}); expected a list of clauses, each a list of phrases",
    "phrase-for-clause": "holds a phrase where a clause is due ({value}); expected [{value}]",
    "wrong-clause": "holds a clause that {problem}",
    "above-clauses": "is above the number of clauses ({low} > {clauses}); expected at most {clauses}",
    "wordless-phrase": "has no letter or digit ({value}); expected a word or a number",
    "empty-phrase": 'is empty (""); expected a phrase',
    "unseen-phrase": "holds nothing that a reader sees ({value}); expected a phrase",
    "wordless-transcript": "has no words ({value}); expected a transcript",
    "no-objects": "is neither an object nor a list of objects ({value}); expected {{...}} or [{{...}}, ...]",
    "no-schema": "is no object ({value}); expected a JSON schema",
    # patterns
    "empty-pattern": 'is empty (""); expected a pattern',
    "endless-pattern": "calls itself before it has matched anything ({pattern}), which has no end; "
    "expected a character that must match before the call",
    "many-items": "writes out to more than {most:,} items; {way_out}",
    "many-items-in": "writes out to more than {most:,} items ({pattern}); {way_out}",
    "nest-fewer": "nest fewer counted repetitions",
    "write-clearer": "write it without (?x), comments, and brackets within a class, so that its size can be seen",
    "bad-pattern": "does not compile ({pattern}): {error}; expected a pattern of the regex package, VERSION0",
    "invisible": "holds an invisible character, {code}, at character {at} ({pattern}), which the text never has; "
    "expected the pattern without it",
    "repeated-in-parts": "repeats a letter that is written in parts, {code} at character {at} ({pattern}); "
    "expected the letter as one character, or in a group (?:...)",
    "range-end": "has a range that ends in {code} at character {at} ({pattern}), which the text never has; "
    "expected a range of characters that it has, or an escape",
    "class-in-parts": "has a letter in two parts in a class, {code} at character {at} ({pattern}); "
    "expected the letter as one character, or (?:...|...)",
    # documents
    "no-blocks": "no blocks ([]); a list of 1 to {most} texts is expected",
    "blocks-no-texts": "not a list of texts ({value}); a list of 1 to {most} texts is expected",
    "many-blocks": "too many blocks ({blocks}); a list of 1 to {most} texts is expected",
    "empty-block": "empty block {number} ({value}); Markdown with a word or a table is expected",
    "large-table": "table {number} too large ({cells} cells); at most {most} are expected",
    "long-cell": "a cell of table {number} too long ({characters} characters); at most {most} are expected",
    "wordless-blocks": "no words in any block ({value}); a letter or digit to grade is expected",
    # references and schemas
    "in-field": "{field}: {problem}",
    "no-json": "{problem} ({value}); JSON is expected",
    "no-flat-json": "nested deeper than {most}; JSON of flat objects is expected",
    "no-json-value": "no JSON value ({value}); JSON is expected",
    "reference-no-object": "{place}no object ({value}); a flat object or a list of them is expected",
    "not-flat": "{place}field '{field}' is not flat ({value}); "
    "a string, number, boolean, null or an array of them is expected",
    "in-element": "element {number}, ",
    "schema-no-object": "no object ({value}); a JSON Schema is expected",
    "schema-type": "type {value}; an object, or an array whose items are objects, is expected",
    "schema-not-flat": "field '{field}' is not flat ({value}); "
    "a type among string, number, integer, boolean, null, or an array of them, is expected",
    "schema-refers": "refers to {value}; a schema without references is expected",
    "schema-patterns": "has patternProperties; a schema that names its fields in properties is expected",
    "schema-pattern-large": "pattern {pattern} {problem}",
    "schema-pattern-bad": "pattern {pattern} does not compile ({error}); a regular expression is expected",
    "schema-wrong": "{message} (at {path}); a JSON Schema is expected",
    "fails-schema": "fails its own schema at {path} ({message}); a valid reference is expected",
}
