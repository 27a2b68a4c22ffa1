import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { Text } from '#contract/language/fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { outsideParameter, outsideProblems, outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { safeNext } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { buttonLook } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'

type Offered = OutputOf<typeof outsideSignIn.available>['providers'][number]

/** Sign-in with the account of a school, below the form for phone and password. `isOffered`: whether any school has a provider. */
export function OutsideSignIn({ isOffered }: { isOffered: boolean }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const problem = outsideProblems.find((one) => one === query.get(outsideParameter))
  if (!isOffered && !problem) return null
  return (
    <section className="mt-6 border-t border-line pt-5" aria-labelledby="outside-sign-in">
      <h2 id="outside-sign-in" className="text-lg">
        {t('outside.title')}
      </h2>
      {problem && pathname === '/auth' && (
        <p role="alert" className="mt-3 rounded-field bg-wait-soft px-4 py-3">
          {t(`outside.problem.${problem}`)}
        </p>
      )}
      {isOffered && <FindProvider next={safeNext(query.get('next'))} />}
    </section>
  )
}

const DomainForm = z.object({ domain: Text(3, 100) })
type Typed = { domain: string; sharedComputer: boolean }

/** Whose provider it is, is found by what staff type: the domain of their school, or their e-mail there. */
function FindProvider({ next }: { next: string }) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ providers: Offered[]; shared: boolean } | null>(null)
  async function find({ domain, sharedComputer }: Typed) {
    const { providers } = await call(outsideSignIn.available, { domain })
    setFound({ providers, shared: sharedComputer })
  }
  return (
    <div className="mt-3 space-y-3">
      <Form<Typed>
        schema={DomainForm}
        start={{ domain: '', sharedComputer: false }}
        draft={false}
        submit="outside.find"
        save={find}
        tone="plain"
        wide
      >
        <TextField name="domain" label="outside.domain" hint="outside.domainHint" dir="ltr" autoCapitalize="none" />
        <CheckField name="sharedComputer" label="auth.sharedComputer" hint="auth.sharedComputerHint" />
      </Form>
      {found && (
        <div aria-live="polite" className="space-y-2">
          {found.providers.length === 0 && <p>{t('outside.none')}</p>}
          {found.providers.length > 1 && <p>{t('outside.several')}</p>}
          {found.providers.map(({ id, providerName, schoolName }) => (
            <a key={id} href={addressOf(id, next, found.shared)} className={buttonLook('plain', true)}>
              <span>
                {t('outside.with')} <Bdi>{providerName}</Bdi>
                {(found.providers.length > 1 || providerName !== schoolName) && (
                  <>
                    {' · '}
                    <Bdi>{schoolName}</Bdi>
                  </>
                )}
              </span>
            </a>
          ))}
        </div>
      )}
    </div>
  )
}

const addressOf = (id: string, next: string, shared: boolean) =>
  `/sign-in/${id}?${new URLSearchParams({ next, ...(shared && { shared: '1' }) }).toString()}`
