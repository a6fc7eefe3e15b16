"""Small workbooks for the tests, made part by part."""

import io
import zipfile
from xml.sax.saxutils import escape

RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
STYLES = (
    '<styleSheet xmlns="m"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy\\ hh:mm"/></numFmts>'
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>'
)


def sheet(*rows: str, after: str = "") -> str:
    return f'<worksheet xmlns="m"><sheetData>{"".join(rows)}</sheetData>{after}</worksheet>'


def text_row(number: int, *cells: str) -> str:
    inner = "".join(f'<c t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>' for cell in cells)
    return f'<row r="{number}">{inner}</row>'


def workbook(sheets: dict[str, str], *, hidden: tuple[str, ...] = (), shared: str = "", properties: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        listed = "".join(
            f'<sheet name="{name}" sheetId="{at}" r:id="r{at}"{" state=" + chr(34) + "hidden" + chr(34) if name in hidden else ""}/>'
            for at, name in enumerate(sheets)
        )
        book = f'<workbook xmlns="m" xmlns:r="r">{properties}<sheets>{listed}</sheets></workbook>'
        archive.writestr("xl/workbook.xml", book)
        relations = "".join(f'<Relationship Id="r{at}" Target="worksheets/s{at}.xml"/>' for at in range(len(sheets)))
        archive.writestr("xl/_rels/workbook.xml.rels", RELATIONS.format(relations))
        archive.writestr("xl/styles.xml", STYLES)
        if shared:
            archive.writestr("xl/sharedStrings.xml", shared)
        for at, content in enumerate(sheets.values()):
            archive.writestr(f"xl/worksheets/s{at}.xml", content)
    return out.getvalue()
