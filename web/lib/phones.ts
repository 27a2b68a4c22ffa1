import {
  callingCode,
  countryOfPhone,
  isOfCountries,
  phoneCountries,
  phoneOf,
  shownPhone,
} from '#contract/language/phones.ts'
import { phoneCountryList } from '#contract/platform/schools/phone-countries.ts'
import { useRead } from './api.ts'
import { useDefaultSchool } from './session.ts'
import { useStore } from './store.ts'

export { callingCode, countryOfPhone, phoneCountries, phoneOf, shownPhone }

/** The country whose numbers are typed and shown as at home: the school's, else that of the person's own number, else the device's. */
export function useHomeCountry(): string {
  const school = useDefaultSchool()
  const own = useStore(({ user }) => user.phoneNumber)
  return school?.country ?? countryOfPhone(own) ?? countryOfDevice()
}

/** The region of the device's language, if its numbers are known; else Egypt. */
export function countryOfDevice(languages: readonly string[] = navigator.languages): string {
  const known = phoneCountries()
  const regions = languages.map((language) => /-([A-Z]{2})$/.exec(language)?.[1] ?? '')
  return regions.find((region) => known.includes(region)) ?? 'EG'
}

/** The name of a country in a language; a calling code stays as it is. */
export const countryShown = (country: string, language: string) =>
  /^[A-Z]/.test(country) ? (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country) : country

/** A number of the wire as people of this school read it. */
export function useShownPhone() {
  const home = useHomeCountry()
  return (phone: string) => shownPhone(phone, home)
}

/** Whether no code can be sent to a number, because the installation sends none to its country. */
export function useGetsNoCode({ enabled = true } = {}) {
  const { data } = useRead(phoneCountryList.allowed, {}, { enabled })
  return (typed: string) => {
    const phone = phoneOf(typed)
    return data !== undefined && phone !== null && !isOfCountries(phone, data.countries)
  }
}
