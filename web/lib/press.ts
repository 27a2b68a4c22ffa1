import { t } from './i18n.ts'

/**
 * The source of a ministry's rule, in words. It is stored as "elbalad 6719087": a newspaper and the number of its report. A newspaper
 * whose name we do not know is called by the name of its site, isolated so that it does not change the direction of the text around it.
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
