import { generate } from 'lean-qr/nano'

/** The width of the light border around a code, which a camera needs to find it (ISO/IEC 18004). */
const quiet = 4

/**
 * A QR code as the outline of its dark modules, in a square of `size` modules including the light border. Adjacent modules form one piece,
 * because a page of cards has hundreds of codes.
 */
export function qrOutline(text: string): { size: number; outline: string } {
  const code = generate(text)
  const places = Array.from({ length: code.size }, (_, place) => place)
  const dark = places.flatMap((y) =>
    places
      .filter((x) => code.get(x, y) && !code.get(x - 1, y))
      .map((x) => {
        const wide = places.slice(x).findIndex((next) => !code.get(next, y))
        const length = wide === -1 ? code.size - x : wide
        return `M${x + quiet},${y + quiet}h${length}v1h-${length}z`
      }),
  )
  return { size: code.size + 2 * quiet, outline: dark.join('') }
}
