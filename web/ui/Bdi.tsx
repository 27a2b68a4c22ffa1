import type { ReactNode } from 'react'
import { namedDay, shortDay, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'

/** A name, of either script, that keeps its own direction and disturbs none around it. */
export const Bdi = ({ children }: { children: ReactNode }) => <bdi>{children}</bdi>

/** The same for a name within a text that takes no elements, such as a dialog's title. */
export const isolated = (name: string) => `\u2068${name}\u2069`

/** Digits with signs between them (phones, codes, 10/5): always left to right. */
export const Digits = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="tabular-nums">
    {children}
  </bdi>
)

/** A civil day as 2026/11/02, as 11/02 when `short`; in words when `named`: Sunday 22 November 2026, `short` without the year. */
export function Day({ day, short, named }: { day: string; short?: boolean; named?: boolean }) {
  const { language } = useTranslation()
  return (
    <time dateTime={day} className={named && !short ? undefined : 'whitespace-nowrap'}>
      {named ? namedDay(day, language, { year: !short }) : <Digits>{short ? shortDay(day) : shownDay(day)}</Digits>}
    </time>
  )
}
