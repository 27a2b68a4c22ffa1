import { generate } from 'lean-qr/nano'

/** How many light modules stand around a code, so that a camera finds it (ISO/IEC 18004). */
const quiet = 4

/** A QR code as the outline of its dark modules, in a square of `size` modules with the light ones around it. */
export function qrOutline(text: string): { size: number; outline: string } {
  const code = generate(text)
  const places = Array.from({ length: code.size }, (_, place) => place)
  const dark = places.flatMap((y) =>
    places.filter((x) => code.get(x, y)).map((x) => `M${x + quiet},${y + quiet}h1v1h-1z`),
  )
  return { size: code.size + 2 * quiet, outline: dark.join('') }
}
