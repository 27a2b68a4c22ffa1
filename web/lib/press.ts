import { t } from './i18n.ts'

/**
 * Where a rule of a ministry was read, in words: it is stored as "elbalad 6719087", the page of a newspaper. The number
 * stays, by which the report is found; a name that is not known stays as it is stored.
 */
export const sourceInWords = (source: string | null, say: typeof t = t) =>
  (source ?? '')
    .replace(/([a-z][a-z0-9-]*) (\w*\d[\w/]*)/g, (whole, paper: string, number: string) => {
      if (paper === 'decree') return say('press.decree', { number })
      const key = `press.of.${paper}`
      const name = say(key)
      if (name === key) return whole
      return /^\d+$/.test(number) ? say('press.report', { name, number }) : name
    })
    .replace(/[,;] /g, say('common.comma'))
