import { type LucideIcon, Phone } from 'lucide-react'
import { useState } from 'react'

type Props = { src: string | null; Otherwise?: LucideIcon }

/** The icon of a kind of contact, and what stands where it has none or it does not come. Decoration: its name stands beside it. */
export function ContactIcon({ src, Otherwise = Phone }: Props) {
  const [missing, setMissing] = useState(false)
  if (!src || missing) return <Otherwise className="size-5 shrink-0 text-primary" aria-hidden="true" />
  return <img src={src} alt="" className="size-6 shrink-0" onError={() => setMissing(true)} />
}
