import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The old and the new value, in the direction of the language. */
export const FromTo = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    {from} <ArrowRight className="mirror-rtl inline size-4" aria-hidden="true" /> {to}
  </>
)
