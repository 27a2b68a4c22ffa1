import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { callingCode, countryOfPhone, countryShown, phoneOf, shownPhone, useHomeCountry } from '#web/lib/phones.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { type FieldProps, TextField } from './Fields.tsx'
import { part } from './part.tsx'

const CountryOfNumber = lazy(part(async () => (await import('./CountryOfNumber.tsx')).CountryOfNumber))

/** What people paste with a number: its link, and the signs of addresses and letterheads. */
const pasted = (text: string) =>
  plainDigits(text)
    .replace(/^\s*tel:/i, '')
    .replace(/[()./]/g, '')

/** Whether what is typed says its country itself. */
const isAbroad = (typed: string) => /^\s*(\+|00)/.test(typed)

/**
 * A phone number: left to right in both languages, Arabic-Indic digits become ASCII while typing. Before it stands the calling code of the
 * country that it belongs to without a plus; it can be chosen, and follows a whole number that was typed or pasted with its own. The form gets
 * the number as the wire has it.
 */
export function PhoneField(props: FieldProps) {
  const { register } = useFormContext()
  const home = useHomeCountry()
  const [chosen, setChosen] = useState<string | null>(null)
  const country = chosen ?? home
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const readAs = (text: string) => phoneOf(text, country) ?? text
  const { onChange } = register(props.name, { setValueAs: readAs })
  const input = () => frame.current?.querySelector('input')

  // The digits that are there belong to the country that is chosen now.
  useEffect(() => {
    const element = input()
    if (chosen !== null && element?.value) void onChange({ target: element, type: 'change' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when another country is chosen
  }, [chosen])

  // What is there at the start, such as a number of a draft.
  useEffect(() => settle(), [])

  /** A whole number with the calling code of a known country becomes one of that country, as it is dialled there. */
  function settle() {
    const element = input()
    if (!element) return
    const phone = isAbroad(element.value) ? phoneOf(element.value) : null
    const its = phone && countryOfPhone(phone)
    if (its) {
      element.value = shownPhone(phone, its)
      setChosen(its)
    }
    setTyped(element.value)
  }

  return (
    <div ref={frame} onBlur={settle}>
      <TextField
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete="tel"
        readAs={readAs}
        before={!isAbroad(typed) && <Prefix country={country} onChoose={setChosen} />}
        {...props}
        // The example is an Egyptian number.
        placeholder={country === 'EG' ? props.placeholder : undefined}
        onInput={({ currentTarget }) => {
          const plain = /^[\d+\s-]*$/.test(currentTarget.value) ? currentTarget.value : pasted(currentTarget.value)
          if (plain !== currentTarget.value) currentTarget.value = plain
          setTyped(plain)
        }}
      />
    </div>
  )
}

/** The quiet calling code; the list of countries is loaded when it is opened. */
function Prefix({ country, onChoose }: { country: string; onChoose: (country: string) => void }) {
  const { t, language } = useTranslation()
  const [opened, setOpened] = useState(false)
  const id = useId()
  const shown = `+${callingCode(country)}`
  const look = 'absolute start-0 top-0 z-10 grid h-12 w-14 place-items-center text-muted hover:text-primary'
  const button = (
    <button
      type="button"
      id={id}
      aria-haspopup="listbox"
      aria-label={`${t('form.phoneCountry')}: ${countryShown(country, language)}`}
      onClick={() => setOpened(true)}
      className={look}
    >
      <bdi dir="ltr" className="tabular-nums">
        {shown}
      </bdi>
    </button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <CountryOfNumber {...{ country, shown, look }} onChoose={onChoose} />
    </Suspense>
  )
}
