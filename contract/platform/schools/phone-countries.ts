import * as z from 'zod/mini'
import { anyone } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'

export const phoneCountryList = {
  /** Further operation (api.md §16): the countries whose numbers can receive codes here, so that nobody waits for one in vain. */
  allowed: operation({
    path: 'School/GetPhoneCountries',
    access: anyone('none'),
    input: z.strictObject({}),
    /** ISO codes of the countries whose numbers are known; of others the calling code with a plus. */
    output: z.object({ countries: z.array(z.string()) }),
  }),
}
