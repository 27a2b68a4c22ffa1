import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { outsideParameter, outsideProblems, outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

type Account = OutputOf<typeof outsideSignIn.linked>['accounts'][number]

/** The accounts of schools with which the person signs in; renders nothing if there are none and none could be linked. */
export function LinkedAccounts() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { data } = useRead(outsideSignIn.linked, {})
  const link = useWrite(outsideSignIn.link)
  const problem = outsideProblems.find((one) => one === query.get(outsideParameter))
  if (!data || (data.accounts.length === 0 && data.providers.length === 0)) return null
  const unlinked = data.providers.filter((one) => !one.linked)
  const go = (providerId: string) =>
    link.mutateAsync({ providerId }).then(({ url }) => location.assign(url), toastRefusal)
  return (
    <section aria-labelledby="linked-accounts" className="mt-8">
      <h2 id="linked-accounts" className="text-xl">
        {t('outside.linked')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('outside.linkedLead')}</p>
      {problem && (
        <p role="alert" className="mb-3 rounded-field bg-wait-soft px-4 py-3">
          {t(`outside.problem.${problem}`)}
        </p>
      )}
      {data.accounts.length > 0 && (
        <ul className="mb-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {data.accounts.map((account) => (
            <Line key={account.id} account={account} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {unlinked.map(({ id, providerName }) => (
          <Button key={id} disabled={link.isPending} onClick={() => void go(id)}>
            {t('outside.link')} <Bdi>{providerName}</Bdi>
          </Button>
        ))}
      </div>
    </section>
  )
}

function Line({ account: { id, label, issuer, schoolName, linkedAt, lastUsedAt } }: { account: Account }) {
  const { t } = useTranslation()
  const unlink = useChange(outsideSignIn.unlink)
  const name = label ?? new URL(issuer).host
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <Bdi>{name}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {schoolName && (
            <>
              <Bdi>{schoolName}</Bdi>
              {' · '}
            </>
          )}
          {t(lastUsedAt ? 'outside.lastUsed' : 'outside.linkedAt')} <Moment at={lastUsedAt ?? linkedAt} />
        </p>
      </div>
      <RemoveButton name={name} means={t('outside.unlinkMeans')} run={() => unlink({ accountId: id })} />
    </li>
  )
}
