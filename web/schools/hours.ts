/**
 * So many hours, as the language counts them. Where four such stand beside each other on a phone they are short, but for
 * Arabic, whose short form is a letter that nobody reads as an hour.
 */
export const inHours = (hours: string, language: string, isShort = false) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: isShort && language !== 'ar' ? 'short' : 'long',
  }).format(Number(hours))
