import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { type CivilDay, isCivilDay, namedDay, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { dayIn, slashed } from '#web/lib/typed-day.ts'
import { cx } from './cx.ts'
import { afterFirstUse } from './FirstUse.tsx'

const Calendar = afterFirstUse(async () => (await import('./Calendar.tsx')).Calendar)

type Props = {
  id: string
  /** A day, '', or the text typed so far. */
  value: string
  onChange: (value: string) => void
} & Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'type'>

/** A day as year/month/day, typed in digits of either script or chosen in a calendar. Its weekday is shown next to it if there is room. */
export function DateInput({
  id,
  value,
  onChange,
  className = 'min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2 placeholder:text-muted',
  'aria-describedby': describedBy,
  ...input
}: Props) {
  const { t, language } = useTranslation()
  const [text, setText] = useState(() => textOf(value))
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    if (valueOf(text) !== value) setText(textOf(value))
  }
  const day = dayIn(text)

  function write(typed: string) {
    setText(typed)
    onChange(valueOf(typed))
  }

  function onInput({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) {
    const adding = (nativeEvent as InputEvent).inputType?.startsWith('insert') ?? false
    write(slashed(currentTarget.value, adding))
  }

  return (
    <div className="@container relative">
      <input
        placeholder={t('form.dayPlaceholder')}
        {...input}
        id={id}
        dir="ltr"
        inputMode="numeric"
        autoComplete={input.autoComplete ?? 'off'}
        maxLength={10}
        value={text}
        onInput={onInput}
        onChange={() => undefined}
        onBlur={(event) => {
          if (day) setText(shownDay(day))
          input.onBlur?.(event)
        }}
        aria-describedby={cx(describedBy, day && `${id}-named`) || undefined}
        className={cx(className, 'pe-13 tabular-nums rtl:ps-13 rtl:pe-4 rtl:text-end')}
      />
      {day && (
        <span
          id={`${id}-named`}
          className="pointer-events-none absolute inset-y-0 end-12 hidden items-center text-sm text-muted @[20rem]:flex"
        >
          {namedDay(day, language)}
        </span>
      )}
      <Calendar
        day={day}
        onChange={(chosen: CivilDay) => write(shownDay(chosen))}
        trigger={
          <button
            type="button"
            aria-label={t('form.calendar')}
            aria-haspopup="dialog"
            className="absolute end-0.5 top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full text-muted hover:text-primary"
          >
            <CalendarDays className="size-5" aria-hidden="true" />
          </button>
        }
      />
    </div>
  )
}

const textOf = (value: string) => (isCivilDay(value) ? shownDay(value) : value)

/** A complete day in the contract's form. An incomplete one stays as typed, and the form refuses it. */
const valueOf = (text: string) => dayIn(text) ?? text.trim()
