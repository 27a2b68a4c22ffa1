import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#server/base/clock.ts'

type State = 'works' | 'away' | 'stopping'

/**
 * The public status page. It is made without the database and without the web client, because people read it when one of them
 * is unavailable.
 */
export function statusPage(app: FastifyInstance, state: () => Promise<State>, clock: Clock) {
  app.get('/status', async (request, reply) => {
    const now = await state()
    return reply
      .code(now === 'works' ? 200 : 503)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`)
      .header('refresh', '20')
      .send(page(languageOf(request), now, clock.now()))
  })
}

const texts = {
  en: {
    dir: 'ltr',
    title: 'Kashkool: status',
    works: ['Kashkool works', 'The application and its database answer.'],
    away: [
      'The database does not answer',
      'Nothing can be read or saved at the moment. Nothing that was saved is lost. Registers taken without a network wait on the device and are sent later.',
    ],
    stopping: ['Kashkool is being restarted', 'It is back within a minute.'],
    asOf: 'As of',
    renewed: 'This page renews itself.',
  },
  ar: {
    dir: 'rtl',
    title: 'كشكول: حالة الخدمة',
    works: ['كشكول يعمل', 'التطبيق وقاعدة البيانات يستجيبان.'],
    away: [
      'قاعدة البيانات لا تستجيب',
      'لا يمكن القراءة أو الحفظ الآن. لم يُفقد شيء مما حُفظ. الحضور المسجَّل بلا شبكة محفوظ على الجهاز وسيُرسل لاحقًا.',
    ],
    stopping: ['يُعاد تشغيل كشكول', 'سيعود خلال دقيقة.'],
    asOf: 'في',
    renewed: 'تتجدد هذه الصفحة تلقائيًا.',
  },
} as const

type Language = keyof typeof texts

/** The one of our languages that the browser prefers; Arabic if it prefers neither. */
const languageOf = ({ headers }: FastifyRequest): Language =>
  /\b(ar|en)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'ar'

const style =
  'body{font:1.1rem/1.7 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem;color:#1d2b28;background:#fbfaf6}h1{font-size:1.6rem}small{color:#55625f}'
const styleHash = createHash('sha256').update(style).digest('base64')

function page(language: Language, state: State, now: Date) {
  const { dir, title, asOf, renewed, [state]: said } = texts[language]
  const time = new Intl.DateTimeFormat(language === 'ar' ? 'ar-EG' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Africa/Cairo',
  }).format(now)
  return `<!doctype html><html lang="${language}" dir="${dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><main><h1>${said[0]}</h1><p>${said[1]}</p><small>${asOf} <time datetime="${now.toISOString()}">${time}</time>. ${renewed}</small></main></html>`
}
