import { qrOutline } from './qr.ts'

/** A code that a phone's camera can open. */
export function QrCode({ text }: { text: string }) {
  const { size, outline } = qrOutline(text)
  return (
    <svg role="img" aria-label={text} viewBox={`0 0 ${size} ${size}`} width="160" height="160" className="shrink-0">
      <rect width={size} height={size} fill="#fff" />
      <path d={outline} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
