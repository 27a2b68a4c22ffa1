/**
 * The name of a row in the platform's lists (relations, contact types …). The initial rows of the product have names in both
 * languages; a row that an administrator added is shown as they wrote it.
 */
const nameOf = (list: string) => (t: (key: string) => string, name: string) => {
  const key = `reference.${list}.${name.toLowerCase().replaceAll(/[^a-z]/g, '')}`
  const known = t(key)
  return known === key ? name : known
}

export const relationName = nameOf('relations')

export const leavingReasonName = nameOf('leavingReasons')

export const contactTypeName = nameOf('contactTypes')

export const languageName = nameOf('languages')

export const schoolTypeName = nameOf('schoolTypes')

export const coinTypeName = nameOf('coinTypes')

export const paymentTypeName = nameOf('paymentTypes')

export const roleName = nameOf('roles')

/** The name of a country in the current language. */
export function countryName(t: (key: string) => string, language: string, code: string) {
  const key = `reference.countries.${code}`
  const own = t(key)
  return own === key ? (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code) : own
}
