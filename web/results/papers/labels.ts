import { textsOf } from '#web/lib/i18n.ts'
import type { TextValues } from '#web/lib/texts.ts'

/** The languages of a paper: one of them, or both beside each other. */
export const paperLanguages = ['ar', 'en', 'both'] as const
export type PaperLanguage = (typeof paperLanguages)[number]

export type Spoken = 'ar' | 'en'
type Text = (key: string, values?: TextValues) => string

/** The words of papers in each language, whichever the screen speaks. */
export type Labels = Record<Spoken, Text>

export async function loadLabels(): Promise<Labels> {
  const [ar, en] = await Promise.all([textsOf('.paper', 'ar'), textsOf('.paper', 'en')])
  return { ar: (key, values) => ar(`paper.${key}`, values), en: (key, values) => en(`paper.${key}`, values) }
}

/** The languages to draw, the first of which the paper is laid out in. */
export const spokenOn = (language: PaperLanguage): Spoken[] => (language === 'both' ? ['ar', 'en'] : [language])

const eastern = '٠١٢٣٤٥٦٧٨٩'

/** Digits as the reader of that language writes them. */
export const digitsIn = (text: string, spoken: Spoken, easternDigits: boolean) =>
  spoken === 'ar' && easternDigits ? text.replace(/\d/g, (digit) => eastern[Number(digit)]!).replaceAll('.', '٫') : text

/** '22 November 2026', '22 نوفمبر 2026'. */
export const writtenDay = (day: string, spoken: Spoken) =>
  new Intl.DateTimeFormat(`${spoken === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-latn-ca-gregory`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))
