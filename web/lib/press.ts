import { t } from './i18n.ts'

/**
 * Where a rule of a ministry was read, in words: it is stored as "elbalad 6719087", a newspaper and the number of its
 * report, by which the report is found. A paper whose name is not known is called as its site is, which turns no text around it.
 */
export const sourceInWords = (source: string | null, say: typeof t = t) =>
  (source ?? '')
    .replace(/([a-z][a-z0-9-]*) (\w*\d[\w/]*)/g, (_, paper: string, number: string) => {
      if (paper === 'decree') return say('press.decree', { number })
      const key = `press.of.${paper}`
      const name = say(key)
      return say('press.report', { name: name === key ? `\u2068${paper}\u2069` : name, number })
    })
    .replace(/[,;] /g, say('common.comma'))
