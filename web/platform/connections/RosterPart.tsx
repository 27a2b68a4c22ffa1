import { type ReactNode, useState } from 'react'
import { roster } from '#contract/exchange/roster/roster.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { rosterConnection } from '#contract/platform/connections/roster-connection.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { CopyAddress, oneRosterAddress } from './CopyAddress.tsx'
import { SwitchRoster } from './SwitchRoster.tsx'

type Use = OutputOf<typeof rosterConnection.uses>[number]

/** OneRoster of the school: on or off, its address, a try, and what programs asked for by it. */
export function RosterPart({ school, filters }: { school: OwnSchool; filters: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(rosterConnection.get, { schoolId: school.id })
  const [switching, setSwitching] = useState(false)
  return (
    <Screen title={t('settings.connection.title')} lead={t('settings.rosterOut.lead')}>
      {filters}
      {!data && <LoadingOrFailed error={error} again={refetch} />}
      {data && (
        <Card className="mb-6 space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg">OneRoster 1.2</h2>
            <StatusBadge
              status={data.isOn ? 'good' : 'neutral'}
              word={t(data.isOn ? 'settings.rosterOut.on' : 'settings.rosterOut.off')}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <bdi dir="ltr" className="min-w-0 break-all">
              {oneRosterAddress()}
            </bdi>
            <CopyAddress />
          </div>
          <p className="text-sm text-muted">
            {data.lastUsedAt ? (
              <>
                {t('settings.connection.lastUsed')} <Moment at={data.lastUsedAt} timeZone={school.timeZone} />
              </>
            ) : (
              t('settings.connection.neverUsed')
            )}
            {data.changedByName && data.lastModifyDate && (
              <>
                {' · '}
                {t('settings.rosterOut.changedBy')} <Bdi>{data.changedByName}</Bdi>{' '}
                <Moment at={data.lastModifyDate} timeZone={school.timeZone} />
              </>
            )}
          </p>
          <TryIt school={school}>
            <Button tone={data.isOn ? 'danger' : 'primary'} onClick={() => setSwitching(true)}>
              {t(data.isOn ? 'settings.rosterOut.turnOff' : 'settings.rosterOut.turnOn')}
            </Button>
          </TryIt>
        </Card>
      )}
      <Uses school={school} />
      {switching && data && <SwitchRoster school={school} state={data} onClose={() => setSwitching(false)} />}
    </Screen>
  )
}

/** Reads the first class as a program would get it. `children`: the button beside. */
function TryIt({ school, children }: { school: OwnSchool; children: ReactNode }) {
  const { t } = useTranslation()
  const { saving, save } = useSaving()
  const [found, setFound] = useState<OutputOf<typeof roster.read> | null>(null)
  const read = async () =>
    setFound(await call(roster.read, { schoolId: school.id, collection: 'classes', limit: 1, sort: 'title' }))
  const first = found?.rows[0]
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3">
        <Button disabled={saving} onClick={() => save(read, t('settings.rosterOut.tried'))}>
          {t('settings.rosterOut.try')}
        </Button>
        {children}
      </div>
      {found && (
        <p aria-live="polite">
          {t('settings.rosterOut.classes', { count: found.total })}
          {first && (
            <>
              {': '}
              <Bdi>{first.title}</Bdi> <bdi className="text-sm break-all text-muted">{first.sourcedId}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** What programs asked for, and what was refused. */
function Uses({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState(false)
  const input = { schoolId: school.id, ...(refused && { refused }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(rosterConnection.uses, input)
  return (
    <section aria-labelledby="roster-uses">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="roster-uses" className="text-lg">
          {t('settings.rosterOut.uses')}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Tick label={t('settings.rosterOut.onlyRefused')} checked={refused} onChange={setRefused} />
          {rows && rows.length > 0 && <ExportButton list={rosterConnection.uses} input={input} narrowed={refused} />}
        </div>
      </div>
      <RowStates rows={rows} error={error} again={refetch} empty={<Empty sentence={t('settings.rosterOut.noUses')} />}>
        {(all) => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {all.map((use) => (
              <Line
                key={`${use.keyId} ${use.date} ${use.address} ${use.answerStatus}`}
                use={use}
                timeZone={school.timeZone}
              />
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </section>
  )
}

function Line({ use, timeZone }: { use: Use; timeZone: string }) {
  const { t } = useTranslation()
  const isRefused = use.answerStatus >= 400
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          <Bdi>{use.keyName}</Bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi dir="ltr" className="break-all">
            {use.address}
          </bdi>
          {' · '}
          {t('settings.rosterOut.calls', { count: use.dayCalls })}
          {!isRefused && (
            <>
              {' · '}
              {t('settings.rosterOut.rows', { count: use.rosterRows })}
            </>
          )}
          {' · '}
          <Moment at={use.lastUsedAt} timeZone={timeZone} />
        </p>
      </div>
      <p className={isRefused ? 'text-danger' : 'text-muted'}>
        {isRefused && `${t('settings.rosterOut.refused')} `}
        <Digits>{use.answerStatus}</Digits>
      </p>
    </li>
  )
}
