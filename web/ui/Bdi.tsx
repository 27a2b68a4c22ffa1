import type { ReactNode } from 'react'
import { namedDay, shortDay, shownDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShownPhone } from '#web/lib/phones.ts'

/** A name in either script, with its own direction and without effect on the text around it. */
export const Bdi = ({ children }: { children: ReactNode }) => <bdi>{children}</bdi>

/** The same for a name, or a phone number, within a text that cannot contain elements, such as the title of a dialog. */
export const isolated = (name: string) => `${name.startsWith('+') ? '\u2066' : '\u2068'}${name}\u2069`

/** Digits with signs between them (phones, codes, 10/5), always left to right. */
export const Digits = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="tabular-nums">
    {children}
  </bdi>
)

/** A phone number as people of the school read it, in one line. */
export function PhoneNumber({ phone }: { phone: string }) {
  const shown = useShownPhone()
  return (
    <span className="whitespace-nowrap">
      <Digits>{shown(phone)}</Digits>
    </span>
  )
}

/**
 * A day as 2026/11/02, or 11/02 when `short`: so it stands in lists, with its weekday when `weekday`. When `named`, in words, for homes,
 * headings and papers: Sunday 22 November 2026, or without the year when `short`.
 */
export function Day({ day, ...form }: { day: string; short?: boolean; named?: boolean; weekday?: boolean }) {
  const { language } = useTranslation()
  const { short, named, weekday } = form
  return (
    <time dateTime={day} className={named && !short ? undefined : 'whitespace-nowrap'}>
      {weekday && `${weekdayName(day, language)} `}
      {named ? namedDay(day, language, { year: !short }) : <Digits>{short ? shortDay(day) : shownDay(day)}</Digits>}
    </time>
  )
}
