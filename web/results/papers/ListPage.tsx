import type { ReactNode } from 'react'
import { Known, SheetHead, SheetTitle } from './SheetHead.tsx'
import { Date, useWriting } from './SheetParts.tsx'

/** Whose list it is, and of which day. */
export type ListHead = { schoolName: string; logoUrl: string | null; day: string }

type Props = { head: ListHead; title: string; more: ReactNode; children: ReactNode }

/** A list on paper, as long as it is: the school above it, and what it lists. */
export function ListPage({ head: { schoolName, logoUrl, day }, title, more, children }: Props) {
  const { spoken } = useWriting()
  return (
    <article className="paper paper-list" lang={spoken[0]} dir={spoken[0] === 'ar' ? 'rtl' : 'ltr'}>
      <SheetHead schoolName={schoolName} logoUrl={logoUrl}>
        <Known by="day">
          <Date day={day} />
        </Known>
      </SheetHead>
      <SheetTitle of={title} more={more} />
      {children}
    </article>
  )
}
