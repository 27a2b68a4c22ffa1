import { useState } from 'react'
import { useNavigate, useNavigationType } from 'react-router'
import { Refused } from '#contract/language/caller.ts'
import { phoneOf } from '#contract/language/phones.ts'
import { PhoneForCode } from '#contract/platform/identity/registration.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { type CodeRequest, askCode, nextAfter, type Purpose, recent } from './code-request.ts'
import { NoCodesThere } from './NoCodesThere.tsx'
import { Countdown } from './Countdown.tsx'

type Values = { phoneNumber: string }

/** Takes a phone number, has a code sent to it, and goes on to where the code is entered. */
export function AskCodeForm({ purpose, next }: { purpose: Purpose; next: string | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cameBack = useNavigationType() === 'POP'
  const [refused, setRefused] = useState<CodeRequest | null>(null)

  function goOn(request: CodeRequest) {
    recent.keep(request)
    return navigate(paths.otp(), { state: request })
  }

  async function ask(values: Values) {
    const phoneNumber = phoneOf(values.phoneNumber) ?? values.phoneNumber
    const request = { phoneNumber, id: '', purpose, next, times: 1, at: epoch() }
    setRefused(null)
    try {
      await goOn({ ...request, id: await askCode(purpose, phoneNumber), resendAt: nextAfter(1) })
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429) throw error
      const resendAt = epoch() + (error.retryAfter ?? 30) * 1000
      const before = recent.get()
      if (before?.phoneNumber === phoneNumber) return goOn({ ...before, purpose, next, resendAt })
      setRefused({ ...request, resendAt })
      throw error
    }
  }

  return (
    <>
      <Form<Values>
        schema={PhoneForCode}
        start={{ phoneNumber: (cameBack && recent.get()?.phoneNumber) || '' }}
        save={ask}
        submit="otp.send"
        wide
      >
        <PhoneField name="phoneNumber" label="auth.phoneNumber" placeholder="01xxxxxxxxx" hint="otp.sendHint" />
        <NoCodesThere />
      </Form>
      {refused && (
        <div className="mt-4 text-center">
          <p className="text-muted">
            <Countdown until={refused.resendAt} text="otp.againIn" done="otp.againNow" />
          </p>
          <Button tone="quiet" onClick={() => void goOn(refused)}>
            {t('otp.haveCode')}
          </Button>
        </div>
      )}
    </>
  )
}
