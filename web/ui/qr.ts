/** Codewords of data and of correction by version, at level L: up to version 5 they stand in one block (ISO/IEC 18004). */
const versions = [
  { data: 19, correction: 7 },
  { data: 34, correction: 10 },
  { data: 55, correction: 15 },
  { data: 80, correction: 20 },
  { data: 108, correction: 26 },
]

/**
 * The modules of a QR code of a short text such as an address, row by row; true is dark. Null where the text is too
 * long for the five smallest sizes. A letter needs no more, and a library would weigh more than all of the letter.
 */
export function qrOf(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const nth = versions.findIndex(({ data }) => bytes.length + 2 <= data)
  const version = versions[nth]
  if (!version) return null
  const data = codewordsOf(bytes, version.data)
  const bits = [...data, ...correctionOf(data, version.correction)].flatMap((byte) => bitsOf(byte, 8))
  return drawn(21 + 4 * nth, bits)
}

function codewordsOf(bytes: number[], count: number): number[] {
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(bytes.length, 8),
    ...bytes.flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ]
  const words = Array.from({ length: bits.length / 8 }, (_, nth) =>
    bits.slice(nth * 8, nth * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  )
  return [...words, ...Array.from({ length: count - words.length }, (_, nth) => (nth % 2 === 0 ? 0xec : 0x11))]
}

const bitsOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, nth) => (value >> (count - 1 - nth)) & 1)

/** The product in the field of 256 elements of the standard. */
export function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0)
    if ((other >> bit) & 1) product ^= one
  }
  return product & 0xff
}

/** The remainder of Reed and Solomon's division. */
function correctionOf(data: number[], count: number): number[] {
  let generator = [1]
  let root = 1
  for (let nth = 0; nth < count; nth++) {
    const shifted = [...generator, 0]
    generator = shifted.map((value, at) => value ^ times(generator[at - 1] ?? 0, root))
    root = times(root, 2)
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at]!
    for (const [nth, value] of generator.entries()) rest[at + nth]! ^= times(value, factor)
  }
  return rest.slice(data.length)
}

function drawn(size: number, bits: number[]): boolean[][] {
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null))
  drawFixed(grid)
  let next = 0
  for (const { row, column } of path(size)) {
    if (grid[row]![column] !== null) continue
    // Mask 0: every other module is turned, like a chessboard.
    grid[row]![column] = ((bits[next++] ?? 0) === 1) !== ((row + column) % 2 === 0)
  }
  return grid.map((row) => row.map((module) => module === true))
}

/** The way of the data: two columns at a time from the right, up and down in turn, around the column of the clock. */
export function* path(size: number) {
  let upward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let nth = 0; nth < size; nth++) {
      const row = upward ? size - 1 - nth : nth
      yield { row, column: right }
      yield { row, column: right - 1 }
    }
    upward = !upward
  }
}

/** Corners, clock, the small square, the word on the format: all that does not depend on the text. */
function drawFixed(grid: (boolean | null)[][]) {
  const size = grid.length
  const square = (row: number, column: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        if (grid[row + y]?.[column + x] !== undefined)
          grid[row + y]![column + x] = isDark(Math.max(Math.abs(y), Math.abs(x)))
  }
  for (let nth = 0; nth < size; nth++) grid[6]![nth] = grid[nth]![6] = nth % 2 === 0
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4)
  if (size > 21) square(size - 7, size - 7, 2, (ring) => ring !== 1)

  const format = bitsOf(0b111011111000100, 15) // level L, mask 0, with its correction
  for (const [nth, bit] of format.entries()) {
    const [near, far] = placesOfFormat(nth, size)
    grid[near[0]]![near[1]] = bit === 1
    grid[far[0]]![far[1]] = bit === 1
  }
  grid[size - 8]![8] = true
}

/** Where a bit of the word on the format stands, twice. */
function placesOfFormat(nth: number, size: number): [[number, number], [number, number]] {
  const near: [number, number] =
    nth < 6 ? [8, nth] : nth === 6 ? [8, 7] : nth === 7 ? [8, 8] : nth === 8 ? [7, 8] : [14 - nth, 8]
  return [near, nth < 7 ? [size - 1 - nth, 8] : [8, size - 15 + nth]]
}
