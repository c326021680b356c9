//! Code of skills and memories in Python: keys, exports, documentation, errors, and scripts that run on every use.

use gg_engine::sandbox::Outcome;
use gg_tests_conformance::run::{lines, notices, skill, submitted};

const TOOLS: &str = r#""""Rows of text."""
import json
import re

__all__ = ["split", "Row", "COMMA"]

COMMA = ","

class Row(list):
    """A row."""

def split(line: str, comma: str = COMMA) -> Row:
    """Splits a line. Quotes are kept.

    One row at a time.
    """
    return Row(_parts(line, comma))

def _parts(line, comma):
    return line.split(comma)
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_is_loaded_documented_and_its_script_run() {
    let (prose, script) = (skill("csv-tools"), "import lib\nprint('script', lib.csv_tools.split('a,b'))\n");
    let folder = ".gg/skills/csv-tools";
    let files = [
        (format!("{folder}/skill.md"), prose.as_str()),
        (format!("{folder}/skill.py"), TOOLS),
        (format!("{folder}/on-use.py"), script),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let next = "import lib\\nfrom lib import csv_tools\\nimport lib.csv_tools as same\\n\
                print(lib.csv_tools.split('c'), csv_tools is same, type(csv_tools.split('')).__name__)\\n\
                from lib.csv_tools import *\\nprint(COMMA, 'json' in globals())\\n";
    let program = format!(
        "import gg\nprint(gg.skills.read_skill('csv-tools'))\ntry:\n    import lib.csv_tools\nexcept ImportError as e:\n    \
         print(e)\ngg.programs.rerun(\"{next}\")\n"
    );
    let (ran, _folder) = submitted("python", &files, &program).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    let printed = ["Use them.", "No module named 'lib.csv_tools'", "['c'] True Row", ", False", "script ['a', 'b']"];
    assert_eq!(lines(&ran), printed);
    let views: Vec<String> = ran.host.views().current().map(|view| view.message()).collect();
    let [view, row] = views.as_slice() else { panic!("{views:#?}") };
    assert!(
        row.starts_with("Documentation: lib.csv_tools.Row\n---\n```python\nclass Row(list)\n```\n\nA row.\n"),
        "{row}"
    );
    for told in [
        "Documentation: lib.csv_tools.split\n---\n",
        "def split(line: str, comma: str=COMMA) -> Row",
        "- `line`: `str`\n- `comma`: `str`, `COMMA` when left out\n",
        "Splits a line.",
        "Quotes are kept.\n\nOne row at a time.",
        "Module `lib.csv_tools`: `import lib`",
    ] {
        assert!(view.contains(told), "{told}\n{view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_spell_alike_are_told_apart() {
    let prose = skill("csv-tools");
    let files =
        [(".gg/skills/csv-tools/skill.md", prose.as_str()), (".gg/skills/csv-tools/skill.py", "WHO = 'skill'\n")];
    let program = "import gg\n\
        gg.memories.write_memory(name='csvTools', description='d', body='b', code=\"WHO = 'memory'\")\n\
        gg.skills.read_skill('csv-tools')\n\
        for name in ('json', 'class', 'files', 'gg'):\n    \
            gg.memories.write_memory(name=name, description='d', body='b', code=f'WHO = {name!r}')\n\
        gg.programs.rerun('''import lib, gg\nprint(lib.csv_tools.WHO, lib.csv_tools2.WHO, lib.json.WHO, lib.class_.WHO, \
        lib.files_.WHO, lib.gg_.WHO)\nprint(dir(lib), lib.__all__)\n''')\n";
    let (ran, _folder) = submitted("python", &files, program).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    let printed = lines(&ran);
    assert_eq!(printed[0], "memory skill json class files gg");
    assert!(printed[1].contains("'csv_tools', 'csv_tools2'"), "{printed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_is_wrong_is_told_where_it_is_used() {
    let program = "import gg\n\
        try:\n    gg.memories.write_memory(name='bad', description='d', body='b', code='a = 1\\nb = = 2')\n\
        except gg.core.ApiError as e:\n    print(e.code, e.message)\n\
        gg.memories.write_memory(name='raises', description='d', body='b', code='''import gg\na = 1\n\ndef f():\n    raise OSError(a)\nf()\n''')\n\
        gg.memories.write_memory(name='works', description='d', body='b', code='from lib import raises\\nWHO = dir(raises)')\n\
        gg.programs.rerun('''import lib\nprint([n for n in lib.works.WHO if n[0] != '_'])\nlib.raises.a\n''')\n";
    let (ran, _folder) = submitted("python", &[], program).await;
    assert_eq!(
        lines(&ran),
        ["invalid-argument `memory.code` does not compile:", "lib:bad:2:5: SyntaxError: Expected an expression", "[]"]
    );
    let [error] = ran.report.total.module_errors.kept.as_slice() else {
        panic!("{:?}", ran.report.total.module_errors)
    };
    assert_eq!(error.name, "raises");
    assert_eq!(
        error.message,
        "Traceback (most recent call last):\n  File \"lib:raises\", line 6, column 1, in <module>\n    f()\n    ~^^\n  \
         File \"lib:raises\", line 5, column 5, in f\n    raise OSError(a)\nOSError: 1"
    );
    // A name cannot be empty: whoever asks for one gets what the module failed with.
    let Outcome::Failed(failure) = &ran.report.total.outcome else { panic!("{:?}", ran.report.total.outcome) };
    assert_eq!(failure.location.as_deref(), Some("lib:raises:5:5"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_sees_its_own_module_and_has_no_ending() {
    let script = "import gg, lib\\nprint(dir(lib))\\ntry:\\n    gg.session.finish('mine')\\nexcept gg.core.ApiError as e:\\n    print(e)\\nlib.two";
    let program = format!(
        "import gg\n\
         gg.memories.write_memory(name='one', description='d', body='b', code='A = 1', on_use=\"{script}\")\n\
         gg.memories.write_memory(name='two', description='d', body='b', code='B = 1', on_use='print(2)')\n\
         gg.session.finish('done')\n"
    );
    let (ran, _folder) = submitted("python", &[], &program).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed, "it is never the turn's error");
    assert_eq!(
        lines(&ran),
        ["['one']", "gg.session.finish failed (unavailable): `gg.session.finish` is not available.", "2"]
    );
    let [notice] = notices(&ran).try_into().unwrap_or_else(|notices| panic!("{notices:?}"));
    let said = "The on-use script of the memory `one` failed: AttributeError: module 'lib' has no attribute 'two', at on-use.py:7:1.";
    assert_eq!(notice, said);
}
