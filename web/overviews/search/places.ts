import type { LucideIcon } from 'lucide-react'

/** A screen that the palette leads to; its name is already translated. */
export type FinderPlace = { to: string; name: string; Icon: LucideIcon }
