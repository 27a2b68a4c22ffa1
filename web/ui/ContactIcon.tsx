import { Phone } from 'lucide-react'
import { useState } from 'react'

/** The icon of a kind of contact; a telephone where it has none or it does not come. Decoration: its name stands beside it. */
export function ContactIcon({ src }: { src: string | null }) {
  const [missing, setMissing] = useState(false)
  if (!src || missing) return <Phone className="size-5 shrink-0 text-primary" aria-hidden="true" />
  return <img src={src} alt="" className="size-6 shrink-0" onError={() => setMissing(true)} />
}
