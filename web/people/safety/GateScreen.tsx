import { useDeferredValue, useState } from 'react'
import { Navigate } from 'react-router'
import { schoolGate } from '#contract/people/safety/gate.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { putAnswer, useList, useMay, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ContactLine } from './ContactsCard.tsx'

type Child = OutputOf<typeof schoolGate.get>

/** The gate: a child is found, and handed over to somebody who may fetch it today. */
export function GateScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const may = useMay(schoolGate.get)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const search = useDeferredValue(typed.trim())
  if (!school || !may) return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewPickUp'] }} replace />
  const type = (text: string) => {
    setTyped(text)
    setChosen(null)
  }
  return (
    <Screen title={t('safety.gate')} lead={<Bdi>{school.name}</Bdi>} narrow>
      <SearchField label={t('safety.find')} value={typed} onChange={type} />
      {chosen && <AtGate school={school} studentId={chosen} />}
      {!chosen && search.length >= 2 && <Found schoolId={school.id} search={search} onChoose={setChosen} />}
    </Screen>
  )
}

type FoundProps = { schoolId: string; search: string; onChoose: (studentId: string) => void }

function Found({ schoolId, search, onChoose }: FoundProps) {
  const { t } = useTranslation()
  const list = useList(schoolGate.find, { schoolId, search })
  return (
    <>
      <RowStates
        rows={list.rows}
        error={list.error}
        again={list.refetch}
        count={4}
        empty={<Empty sentence={t('safety.nobodyFound')} />}
      >
        {(rows) => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {rows.map(({ studentId, studentName, imageUrl, classRoomName }) => (
              <li key={studentId}>
                <button
                  type="button"
                  className="flex min-h-15 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-3! hover:bg-soft"
                  onClick={() => onChoose(studentId)}
                >
                  <Avatar names={studentName.split(' ')} src={imageUrl} />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium [overflow-wrap:anywhere]">
                      <Bdi>{studentName}</Bdi>
                    </span>
                    <span className="block text-sm text-muted">
                      <Bdi>{classRoomName}</Bdi>
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </>
  )
}

function AtGate({ school, studentId }: { school: OwnSchool; studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(schoolGate.get, { schoolId: school.id, studentId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  return (
    <div className="space-y-4">
      <Head child={data} school={school} />
      <section className="space-y-2" aria-label={t('safety.mayFetch')}>
        <h2 className="text-base">{t('safety.mayFetch')}</h2>
        {data.people.length === 0 && <p className="text-wait">{t('safety.nobodyMayFetch')}</p>}
        <ul className="space-y-2">
          {data.people.map((person) => (
            <Fetcher key={person.kind + person.id} school={school} studentId={studentId} person={person} />
          ))}
        </ul>
      </section>
      {data.contacts.length > 0 && (
        <Card>
          <h2 className="text-base">{t('safety.contacts')}</h2>
          <ol className="divide-y divide-line">
            {data.contacts.map((contact) => (
              <li key={contact.phone + contact.name} className="py-2">
                <ContactLine contact={contact} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  )
}

function Head({ child, school }: { child: Child; school: OwnSchool }) {
  const { t } = useTranslation()
  const { mutateAsync: callOut } = useWrite(schoolGate.callOut)
  const { saving, save } = useSaving()
  const input = { schoolId: school.id, studentId: child.studentId }
  const call = () => void save(async () => putAnswer(schoolGate.get, input, await callOut(input)), t('safety.called'))
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar names={child.studentName.split(' ')} src={child.imageUrl} className="size-20 text-xl" />
        <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
          <p className="text-lg font-semibold">
            <Bdi>{child.studentName}</Bdi>
          </p>
          <p className="text-muted">
            <Bdi>{child.classRoomName}</Bdi>
          </p>
        </div>
        <Button disabled={saving} onClick={call}>
          {t('safety.call')}
        </Button>
      </div>
      <ul className="space-y-1">
        {child.acts.map(({ act, toName, at, byName }) => (
          <li key={at} className="flex flex-wrap items-center gap-2 text-sm">
            <StatusBadge status={act === 'handedOver' ? 'good' : 'waiting'} word={t(`safety.act.${act}`)} />
            {toName && <Bdi>{toName}</Bdi>}
            <span className="text-muted">
              <Moment at={at} timeZone={school.timeZone} /> · <Bdi>{byName}</Bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type FetcherProps = { school: OwnSchool; studentId: string; person: Child['people'][number] }

function Fetcher({ school, studentId, person }: FetcherProps) {
  const { t } = useTranslation()
  const { mutateAsync: handOver } = useWrite(schoolGate.handOver)
  const { saving, save } = useSaving()
  const input = { schoolId: school.id, studentId }
  const { kind, id: personId, name, relationName: relation, imageUrl, phone } = person
  const hand = () =>
    void save(
      async () => putAnswer(schoolGate.get, input, await handOver({ ...input, kind, personId })),
      t('safety.handedOver'),
    )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <Avatar names={name.split(' ')} src={imageUrl} className="size-20 text-xl" />
      <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <Bdi>{name}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {relationName(t, relation)}
          {phone && (
            <>
              {' · '}
              <PhoneNumber phone={phone} />
            </>
          )}
        </p>
      </div>
      <Button tone="primary" disabled={saving} aria-label={t('safety.handOverTo', { name })} onClick={hand}>
        {t('safety.handOver')}
      </Button>
    </li>
  )
}
