import { type LucideIcon, Mail, MapPin, Phone, Printer, Smartphone } from 'lucide-react'
import { useState } from 'react'

type Props = { src: string | null; typeName: string }

/** The icon of a kind of contact, or a default one if it has none or it does not load. Decoration: the name is next to it. */
export function ContactIcon({ src, typeName }: Props) {
  const [missing, setMissing] = useState(false)
  const Otherwise = icons[plain(typeName)] ?? Phone
  if (!src || missing) return <Otherwise className="size-5 shrink-0 text-primary" aria-hidden="true" />
  return <img src={src} alt="" className="size-6 shrink-0" onError={() => setMissing(true)} />
}

const icons: Record<string, LucideIcon> = { email: Mail, address: MapPin, fax: Printer, mobile: Smartphone }

const plain = (typeName: string) => typeName.toLowerCase().replaceAll(/[^a-z]/g, '')
