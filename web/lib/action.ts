import type { LucideIcon } from 'lucide-react'

/** What has to be chosen before: a student or a class of the school, a child of the person; nothing. */
export type Subject = 'student' | 'class' | 'child'

export type Action = {
  /** Its name is `actions.of.<key>.name`; further words that find it, separated by commas, are `actions.of.<key>.words`. */
  key: string
  Icon: LucideIcon
  /** All of these; of a list in it, one is enough. */
  needs: readonly (string | readonly string[])[]
} & ({ of: Subject; to: (id: string) => string } | { of?: undefined; to: string } | { of?: undefined; turns: Turned })

/** What changes at once, without another screen. */
export type Turned = 'language' | 'theme'
