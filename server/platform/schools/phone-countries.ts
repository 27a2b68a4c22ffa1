import { phoneCountryList } from '#contract/platform/schools/phone-countries.ts'
import { implement } from '#server/call/implement.ts'

type Needs = { smsCountries: readonly string[] }

export const phoneCountryOperations = implement(phoneCountryList, ({ smsCountries }: Needs) => ({
  allowed: async () => ({ countries: [...smsCountries] }),
}))
