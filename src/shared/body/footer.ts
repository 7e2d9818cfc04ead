/** Footers of mail programs: text below a line of `--`, `__` or `—`, or a line that names the program. */
const FOOTER =
  /\n[ \t]*(?:--|__+|—)[ \t]*\r?\n[^{}=]{0,500}$|\n[ \t]*(?:Sent from|Sent via|Enviado desde|Gesendet von|Envoyé de)[^\n{}=]{0,200}\s*$/iu

/** The text without a mail's footer. */
export function withoutFooter(text: string): string {
  // Search only the end: a body may be full of dashes.
  const tail = text.slice(-FOOTER_ROOM)
  const at = tail.search(FOOTER)
  return at < 0 ? text : text.slice(0, text.length - tail.length + at).trimEnd()
}

const FOOTER_ROOM = 600
