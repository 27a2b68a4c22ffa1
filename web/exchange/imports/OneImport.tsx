import { ArrowLeft, Trash } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { imports } from '#contract/exchange/imports/imports.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { leadingTo } from '#web/lib/students-address.ts'
import { IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { FileName } from './FileName.tsx'
import { Finished } from './Finished.tsx'
import { useFocusOn } from './focus.ts'
import { type Import, isBusy, useImport } from './import.ts'
import { OtherKind } from './OtherKind.tsx'
import { Running } from './Running.tsx'
import { Steps } from './Steps.tsx'
import { type Step, stepOf, steps } from './steps.ts'

const parts = {
  columns: lazy(part(async () => (await import('./ColumnsStep.tsx')).ColumnsStep)),
  rows: lazy(part(async () => (await import('./Rows.tsx')).Rows)),
  look: lazy(part(async () => (await import('./Look.tsx')).Look)),
}

/** One import in any state: a draft, work of the server, or its result. */
export function OneImport({ importId }: { importId: string }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { data, error, refetch } = useImport(importId)
  const busy = data !== undefined && isBusy(data)
  useFocusOn(data && (busy ? 'busy' : data.state))
  // Rows were stored or removed, so all other lists must be read again.
  useEffect(() => (busy ? () => void queryClient.invalidateQueries() : undefined), [busy])

  return (
    <Screen
      title={t(data && data.kind !== 'students' ? `imports.kindOf.${data.kind}` : 'imports.title')}
      lead={data && <Lead of={data} />}
      tools={
        <>
          {data?.state === 'draft' && <Discard draft={data} />}
          <LinkButton
            to={{ search: leadingTo(query, 'import', 'new') }}
            icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />}
          >
            {t('imports.all')}
          </LinkButton>
        </>
      }
    >
      {data ? <Started data={data} /> : <LoadingOrFailed error={error} again={refetch} />}
    </Screen>
  )
}

const Started = ({ data }: { data: Import }) =>
  data.state === 'draft' ? (
    <Draft draft={data} />
  ) : (
    <>
      <Steps at="done" />
      {isBusy(data) ? <Running job={data} /> : <Finished stored={data} />}
    </>
  )

function Lead({ of }: { of: Import }) {
  const { t } = useTranslation()
  return (
    <>
      <FileName name={of.fileName} /> · {t('imports.rows', { count: of.rows })}
    </>
  )
}

/** The step is kept in the address; it starts at the step where the user has something to do. */
function Draft({ draft }: { draft: Import }) {
  const [query, setQuery] = useSearchParams()
  const [first] = useState(() => stepOf(draft))
  const chosen = steps.find((step) => step === query.get('step'))
  const step = chosen && Object.hasOwn(parts, chosen) ? (chosen as keyof typeof parts) : (first as keyof typeof parts)
  const Part = parts[step]
  useFocusOn(step)
  const turnTo = (next: Step) => setQuery({ import: draft.id, step: next })
  return (
    <>
      <Steps at={step} onStep={turnTo} />
      {draft.reason && (
        <p role="alert" className="mb-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {translated(draft.reason)}
        </p>
      )}
      {step !== 'columns' && <OtherKind draft={draft} />}
      <LazyPart fallback={<Loading />}>
        <Part draft={draft} onStep={turnTo} />
      </LazyPart>
    </>
  )
}

function Discard({ draft: { id } }: { draft: Import }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const remove = useChange(imports.remove)
  return (
    <AskFirst
      title={t('imports.discardAsk')}
      description={t('imports.discardMeans')}
      submit={t('imports.discard')}
      danger
      run={async () => {
        await remove({ importId: id })
        await navigate({ search: leadingTo(query, 'import', 'new') }, { replace: true })
      }}
    >
      {(ask, isRemoving) => (
        <IconButton label={t('imports.discard')} onClick={ask} disabled={isRemoving}>
          <Trash className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}
