import { callingCode, countryShown, phoneCountries } from '#web/lib/phones.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from './Dropdown.tsx'

type Props = { country: string; shown: string; look: string; onChoose: (country: string) => void }

/** The countries whose numbers can be typed as at home; a number of any other one begins with a plus. */
export function CountryOfNumber({ country, shown, look, onChoose }: Props) {
  const { t, language } = useTranslation()
  const items = phoneCountries()
    .map((value) => ({ value, label: `${countryShown(value, language)} \u2066+${callingCode(value)}\u2069` }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <Dropdown
      startOpen
      label={t('form.phoneCountry')}
      items={items}
      value={country}
      shown={shown}
      onChange={onChoose}
      className={look}
    />
  )
}
