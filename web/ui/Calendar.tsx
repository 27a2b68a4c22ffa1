import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { type CivilDay, firstWeekday, nameOfMonth, namedDay, todayOfDevice, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { Trigger } from './FirstUse.tsx'

type Props = { trigger: Trigger; day: CivilDay | null; onChange: (day: CivilDay) => void }

/** Months to choose a day from, opened by `trigger`. It opens with the focus on the chosen day or on today. */
export function Calendar({ trigger, day, onChange }: Props) {
  const { t, language, dir } = useTranslation()
  const [open, setOpen] = useState(true)
  const today = todayOfDevice()
  const year = Number(today.slice(0, 4))
  const choose = (chosen: Date | undefined) => {
    if (chosen) onChange(civilDay(chosen))
    setOpen(false)
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={focusDay}
          aria-label={t('form.calendar')}
          className="enter z-60 rounded-card border border-line bg-surface p-3 shadow-lg max-[21rem]:p-1 shadow-black/10"
        >
          <DayPicker
            mode="single"
            dir={dir}
            lang={language}
            timeZone="UTC"
            today={noon(today)}
            selected={day ? noon(day) : undefined}
            onSelect={choose}
            defaultMonth={noon(day ?? today)}
            startMonth={noon(`${year - 100}-01-01`)}
            endMonth={noon(`${year + 10}-12-01`)}
            weekStartsOn={firstWeekday(language)}
            captionLayout="dropdown"
            navLayout="around"
            formatters={{
              formatCaption: (month) => captionOf(month, language),
              formatMonthDropdown: (month) => nameOfMonth(civilDay(month), language),
              formatWeekdayName: (weekday) => weekdayName(civilDay(weekday), language, initial(language)),
            }}
            labels={{
              labelDayButton: (date) => namedDay(civilDay(date), language, { year: true }),
              labelGrid: (month) => captionOf(month, language),
              labelWeekday: (weekday) => weekdayName(civilDay(weekday), language),
              labelPrevious: () => t('form.monthBefore'),
              labelNext: () => t('form.monthAfter'),
              labelMonthDropdown: () => t('form.month'),
              labelYearDropdown: () => t('form.year'),
            }}
            classNames={looks}
            components={{ Chevron }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Moves the focus when the dialog around it is ready for that, to the day that Tab would reach: the chosen one or today. */
function focusDay(event: Event) {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).querySelector<HTMLElement>('table button[tabindex="0"]')?.focus()
}

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) =>
  orientation === 'right' ? (
    <ChevronRight className="size-5" aria-hidden="true" />
  ) : (
    <ChevronLeft className="size-5" aria-hidden="true" />
  )

/** A day has no time; noon in UTC is far from both ends of it. */
const noon = (day: CivilDay) => new Date(`${day}T12:00:00Z`)

const civilDay = (date: Date): CivilDay => date.toISOString().slice(0, 10)

const captionOf = (month: Date, language: string) =>
  `${nameOfMonth(civilDay(month), language)} ${civilDay(month).slice(0, 4)}`

/** In Arabic the only short form of a weekday is its initial, because Intl's short form is the whole name. */
const initial = (language: string) => (language === 'ar' ? 'narrow' : 'short')

const arrow = 'grid size-11 place-items-center rounded-full hover:bg-soft hover:text-primary aria-disabled:opacity-40'

const looks = {
  month: 'grid grid-cols-[2.75rem_1fr_2.75rem] items-center gap-y-2',
  button_previous: arrow,
  button_next: arrow,
  dropdowns: 'flex justify-center gap-2',
  dropdown: 'min-h-11 rounded-field border border-line bg-surface px-2',
  caption_label: 'hidden', // the choices show it
  month_grid: 'col-span-3',
  weekday: 'pb-1 text-sm font-normal text-muted',
  day: 'p-0 text-center',
  day_button: 'size-11 max-[21rem]:size-10 rounded-full tabular-nums hover:bg-soft',
  selected: '*:bg-primary *:text-on-primary *:hover:bg-primary',
  today: '*:border *:border-accent *:font-semibold',
}
