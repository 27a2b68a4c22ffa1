import { getDocument } from 'unpdf/pdfjs'

/** A page as a screen reader has it: its texts in order, and the cells of its tables by row. */
export type PdfPage = { texts: string[]; rows: string[][] }

type Piece = { str: string; hasEOL: boolean }
type Node = { role: string; children: (Node | { type: string; id: string })[] }

/** The content of the pages of a tagged PDF, read by PDF.js. */
export async function textOfPdf(pdf: Buffer): Promise<PdfPage[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const pieces = byMark(items as Item[])
    const tree = (await page.getStructTree()) as Node
    pages.push({
      texts: leavesOf(tree, pieces),
      rows: nodesOf(tree, 'TR').map((row) =>
        [...nodesOf(row, 'TH', 'TD')].map((cell) => leavesOf(cell, pieces).join(' ')),
      ),
    })
    page.cleanup()
  }
  await document.loadingTask.destroy()
  return pages
}

type Item = Piece | { type: string; id?: string | null }

function byMark(items: readonly Item[]) {
  const pieces = new Map<string, Piece[]>()
  const open: (string | null | undefined)[] = []
  for (const item of items) {
    if ('type' in item) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id)
      continue
    }
    const id = open.findLast(Boolean)
    if (id) pieces.set(id, [...(pieces.get(id) ?? []), item])
  }
  return pieces
}

const isNode = (child: Node | { type: string }): child is Node => 'role' in child

/** The nearest nodes with these roles, in reading order. */
const nodesOf = (node: Node, ...roles: string[]): Node[] =>
  node.children.filter(isNode).flatMap((child) => (roles.includes(child.role) ? [child] : nodesOf(child, ...roles)))

const leavesOf = (node: Node, pieces: ReadonlyMap<string, Piece[]>): string[] =>
  node.children
    .flatMap((child) => (isNode(child) ? leavesOf(child, pieces) : readOf(pieces.get(child.id) ?? [])))
    .filter((text) => text !== '')

/** Joins a text from its pieces, which a PDF stores from left to right in each line. */
function readOf(pieces: readonly Piece[]) {
  const lines: string[][] = [[]]
  for (const { str, hasEOL } of pieces) {
    lines.at(-1)!.push(str)
    if (hasEOL) lines.push([])
  }
  return lines.map(lineOf).join(' ').trim()
}

const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text.replace(/[^\p{L}\p{M}]/gu, ''))
const isLatin = (text: string) => /[\p{Script=Latin}\p{Nd}]/u.test(text)

/** Arabic is read from the right; Latin text and numbers in it from the left. */
function lineOf(line: readonly string[]) {
  if (!line.some(isArabic)) return line.join('')
  const read: string[] = []
  let latin: string[] = []
  for (const piece of line.toReversed()) {
    if (isArabic(piece) || (!isLatin(piece) && latin.length === 0)) read.push(...latin.splice(0), piece)
    else latin.unshift(piece)
  }
  return [...read, ...latin].join('')
}

/**
 * The form in which texts are compared, however they were drawn: presentation forms become letters, the letters of a lam-alef ligature may
 * have either order, and vowel marks and spaces are left out. If a text contains both Arabic and Latin, the order of its words depends on
 * the text around it, so only the words are compared.
 */
export function drawn(text: string) {
  const letters = text.normalize('NFKC').replace(/[\p{M}\u0640\p{Cf}]/gu, '')
  const isMixed = isArabic(letters) && /\p{Script=Latin}/u.test(letters)
  const read = isMixed ? (letters.match(/\p{L}+|\p{Nd}+|[^\s\p{L}\p{Nd}]/gu) ?? []).toSorted().join('') : letters
  return read.replace(/\s/g, '').replace(/[لاأإآ]+/g, (ligature) => [...ligature].toSorted().join(''))
}

/** Compares texts. The browser's print has no letter below a mark such as a shadda; that one may be any letter, or none. */
export function isSame(found: string, wanted: string) {
  if (!found.includes('\0')) return found === wanted
  const literal = found.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\0+/g, (unknown) => `.{0,${unknown.length}}`)}$`, 'u').test(wanted)
}
