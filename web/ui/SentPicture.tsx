import { Picture } from './Picture.tsx'

/** A picture that a parent sent along; it opens in full. `label`: what the link says. */
export function SentPicture({ src, label }: { src: string | null; label: string }) {
  if (!src) return null
  return (
    <a
      href={src}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-3 text-sm text-primary underline-offset-4 hover:underline"
    >
      <Picture src={src} className="h-16 w-24 rounded-field border border-line" />
      {label}
    </a>
  )
}
