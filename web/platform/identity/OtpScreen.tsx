import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Refused } from '#contract/language/caller.ts'
import { Code } from '#contract/language/fields.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { hush, toast, toastRefusal } from '#web/ui/toast.ts'
import { type CodeRequest, askCode, codeRequestIn, nextAfter, recent } from './code-request.ts'
import { CodeField } from './CodeField.tsx'
import { Countdown, useSecondsUntil } from './Countdown.tsx'
import { Entrance } from './Entrance.tsx'
import { grant } from './grant.ts'
import { PhoneNumber } from '#web/ui/Bdi.tsx'

/** Where the code that came by SMS is entered. Without a number, as after a bookmark, it starts again kindly. */
export function OtpScreen() {
  const request = codeRequestIn(useLocation().state)
  return request ? (
    <EnterCode request={request} />
  ) : (
    <Navigate to={paths.join()} replace state={{ note: 'startAgain' }} />
  )
}

const CodeForm = z.strictObject({ code: Code })

function EnterCode({ request }: { request: CodeRequest }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useWrite(registration.confirm)
  const { phoneNumber, purpose, next } = request

  async function enter({ code }: { code: string }) {
    const confirmed = await confirm.mutateAsync({ phoneNumber, code })
    grant.keep(confirmed.grant)
    await navigate(paths.addPassword(), { replace: true, state: { phoneNumber, purpose, next } })
  }

  return (
    <Entrance
      title={t('otp.title')}
      lead={
        <>
          {t('otp.sentTo')} <PhoneNumber phone={phoneNumber} />
        </>
      }
    >
      <Form<{ code: string }> schema={CodeForm} start={{ code: '' }} save={enter} submit="common.confirm" wide>
        <CodeField name="code" label="otp.code" />
      </Form>
      <div className="mt-5 flex flex-col items-center gap-1">
        <Resend request={request} />
        <Button tone="quiet" onClick={() => void navigate(-1)}>
          {t('otp.otherNumber')}
        </Button>
        <p className="mt-2 text-center text-sm text-muted">{t('otp.goodFor')}</p>
        <p className="mt-1 text-center text-sm text-muted">{t('otp.noMessage')}</p>
      </div>
    </Entrance>
  )
}

/** Another code, once the wait before it is over. */
function Resend({ request }: { request: CodeRequest }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const left = useSecondsUntil(request.resendAt)
  const [sending, setSending] = useState(false)

  const goOn = (changed: Partial<CodeRequest>) => {
    const now = { ...request, ...changed }
    recent.keep(now)
    return navigate(paths.otp(), { replace: true, state: now, preventScrollReset: true })
  }

  async function again() {
    hush()
    setSending(true)
    try {
      const times = request.times + 1
      const id = await askCode(request.purpose, request.phoneNumber)
      await goOn({ id, times, at: epoch(), resendAt: nextAfter(times) })
      toast({ title: t('otp.resent') })
    } catch (error) {
      if (error instanceof Refused && error.status === 429)
        await goOn({ resendAt: epoch() + (error.retryAfter ?? 30) * 1000 })
      toastRefusal(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Button tone="plain" wide disabled={left > 0 || sending} onClick={() => void again()}>
      <span>
        <Countdown until={request.resendAt} text="otp.resendIn" done="otp.resend" />
      </span>
    </Button>
  )
}
