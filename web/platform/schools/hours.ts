/**
 * So many hours, in the plural form of the language. Four of them side by side on a phone use the short form, except in
 * Arabic, whose short form is a letter that nobody reads as an hour.
 */
export const inHours = (hours: string, language: string, isShort = false) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: isShort && language !== 'ar' ? 'short' : 'long',
  }).format(Number(hours))
