import { Check, X } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { roleKeyProposals } from '#contract/platform/roles/proposals.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'

type Proposal = OutputOf<typeof roleKeyProposals.list>[number]

/** What is proposed for a built-in role and waits for a second person. */
export function RoleProposals({ roleId }: { roleId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(roleKeyProposals.list, { roleId })
  return (
    <>
      <p>{t('settings.roleProposals.needsTwo')}</p>
      {!data && <LoadingOrFailed error={error} again={refetch} count={1} />}
      {data && data.length > 0 && (
        <section aria-labelledby="role-proposals" className="mt-3 text-ink">
          <h2 id="role-proposals" className="text-lg">
            {t('settings.roleProposals.title')}
          </h2>
          <ul className="mt-2 space-y-2">
            {data.map((proposal) => (
              <li key={proposal.id} className="rounded-card border border-line bg-surface p-4">
                <OneProposal proposal={proposal} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function OneProposal({ proposal }: { proposal: Proposal }) {
  const { t, language } = useTranslation()
  const { id, adds, may, confirmers, proposedByName, expiresAt } = proposal
  const confirm = useChange(roleKeyProposals.confirm)
  const refuse = useChange(roleKeyProposals.refuse)
  const names = language === 'ar' ? proposal.permissionNamesAr : proposal.permissionNames
  const listed = new Intl.ListFormat(language, { type: 'conjunction' }).format(names)

  const { saving, save } = useSaving()
  const decide = (how: typeof confirm, done: string) =>
    save(() => how({ proposalId: id }), t(`settings.roleProposals.${done}`))
  return (
    <>
      <p className="font-medium">{t(`settings.roleProposals.${adds ? 'add' : 'remove'}`, { names: listed })}</p>
      <p className="text-sm text-muted">
        {t('settings.roleProposals.by', { name: isolated(proposedByName) })} · {t('settings.roleProposals.until')}{' '}
        <Moment at={expiresAt} />
      </p>
      {confirmers === 0 ? (
        <p className="text-sm text-muted">{t('settings.roleProposals.alone')}</p>
      ) : (
        !may.confirm && <p className="text-sm text-muted">{t('settings.roleProposals.own')}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {may.confirm && (
          <Button
            tone="primary"
            icon={<Check className="size-5" aria-hidden="true" />}
            disabled={saving}
            onClick={() => decide(confirm, 'confirmed')}
          >
            {t('settings.roleProposals.confirm')}
          </Button>
        )}
        {may.refuse && (
          <Button
            icon={<X className="size-5" aria-hidden="true" />}
            disabled={saving}
            onClick={() => decide(refuse, 'refused')}
          >
            {t(may.confirm ? 'settings.roleProposals.refuse' : 'settings.roleProposals.withdraw')}
          </Button>
        )}
      </div>
    </>
  )
}
