/** Rows as CSV for spreadsheets: with a UTF-8 mark, and without anything that they would take for a formula. */
export const tableOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`

function cellOf(text: string) {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A chart as a separate file that contains the page's styles of its parts. */
export function pictureOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const originals = [...svg.querySelectorAll('*')]
  for (const [nth, part] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[nth]!)
    part.removeAttribute('class')
    part.setAttribute('fill', style.fill)
    part.setAttribute('stroke', style.stroke)
    if (part.tagName === 'text') part.setAttribute('font-family', 'sans-serif')
  }
  copy.removeAttribute('class')
  return new XMLSerializer().serializeToString(copy)
}
