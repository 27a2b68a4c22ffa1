import { lazy, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { coinTypeList } from '#contract/platform/reference/reference-lists.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import { coinTypeName } from '#web/lib/reference.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { CardGrid } from '#web/ui/Card.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { FilterChoice, loadFilterChoice } from '#web/records/lazy-parts.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { type School, SchoolCard, type SchoolForm } from './SchoolCard.tsx'

const loadActivateNew = part(async () => (await import('./ActivateNew.tsx')).ActivateNew)
const ActivateNew = lazy(loadActivateNew)
const loadAddCoins = part(async () => (await import('./AddCoins.tsx')).AddCoins)
const AddCoins = lazy(loadAddCoins)
const loadAddPayment = part(async () => (await import('#web/platform/payments/AddPayment.tsx')).AddPayment)
const AddPayment = lazy(loadAddPayment)

/** Every school there is: found, narrowed, activated, given coins. */
export function SchoolListScreen() {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [opened, setOpened] = useState<{ form: SchoolForm; school: School } | null>(null)
  const filters = useFilters()
  const input = { name: useSettled(name), ...inputOf(filters) }
  const { rows, total, error, refetch, more, loadMore, isFetchingNextPage } = useList(schools.list, input)
  usePrefetch(loadFilterChoice, loadActivateNew, loadAddCoins, loadAddPayment)

  return (
    <Screen
      title={t('schoolList.title')}
      tools={
        <ExportButton list={schools.list} input={input} narrowed={Object.values(input).some((value) => value !== '')} />
      }
    >
      <div className="mb-2 flex flex-wrap items-center gap-2 md:mb-3 md:gap-3">
        <SearchField
          className="min-w-0 flex-1 basis-64 md:max-w-md"
          label={t('schools.search')}
          value={name}
          onChange={setName}
        />
        <Filters {...filters}>
          {rows && (
            <p role="status" className="shrink-0 text-sm whitespace-nowrap text-muted">
              {t('schools.count', { count: total })}
            </p>
          )}
        </Filters>
      </div>
      {!rows ? (
        <LoadingOrFailed error={error} again={refetch} as="cards" count={3} />
      ) : (
        <>
          {rows.length === 0 ? (
            <Empty sentence={t('schools.noneFound')} />
          ) : (
            <CardGrid>
              {rows.map((school) => (
                <SchoolCard key={school.id} school={school} onOpen={(form) => setOpened({ form, school })} />
              ))}
            </CardGrid>
          )}
        </>
      )}
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
      {opened?.form === 'activation' && (
        <LazyPart onClose={() => setOpened(null)}>
          <ActivateNew school={opened.school} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
      {opened?.form === 'coins' && (
        <LazyPart onClose={() => setOpened(null)}>
          <AddCoins school={opened.school} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
      {opened?.form === 'payment' && (
        <LazyPart onClose={() => setOpened(null)}>
          <AddPayment school={opened.school} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
    </Screen>
  )
}

const states = ['all', 'active', 'inactive'] as const

type State = (typeof states)[number]

/** The filters of the list are kept in the address. */
function useFilters() {
  const [query, setQuery] = useSearchParams()
  const state = states.find((one) => one === query.get('state')) ?? 'all'
  const narrow = (to: { state: State; coinType: string }) =>
    setQuery(
      { ...(to.state !== 'all' && { state: to.state }), ...(to.coinType && { coins: to.coinType }) },
      { replace: true, preventScrollReset: true },
    )
  return { state, coinType: query.get('coins') === 'new' ? 'new' : (idIn(query, 'coins') ?? ''), narrow }
}

type Narrowing = ReturnType<typeof useFilters>

const inputOf = ({ state, coinType }: Narrowing) => ({
  ...(state !== 'all' && { active: state === 'active' }),
  ...(coinType === 'new' ? { newSchools: true } : coinType && { coinTypeId: coinType }),
})

/** Another state is looked through whole; a new school, which has no coin type yet, is never active (product.md §4). */
function Filters({ state, coinType, narrow, children }: Narrowing & { children: ReactNode }) {
  const { t } = useTranslation()
  const types = useRead(coinTypeList.list, {}).data ?? []
  const words = { all: t('payments.all'), active: t('settings.active'), inactive: t('settings.inactive') }
  return (
    <div className="relative -mx-4 flex w-[calc(100%+2rem)] items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:w-auto md:flex-wrap md:overflow-visible md:px-0">
      <div className="shrink-0">
        <Segments
          label={t('payments.status')}
          items={states.map((value) => ({ value, label: words[value] }))}
          value={state}
          onChange={(chosen) => narrow({ state: chosen, coinType: '' })}
        />
      </div>
      <FilterChoice
        words
        className="shrink-0"
        label={t('transactions.coinType')}
        items={[
          { value: 'new', label: t('schoolList.onlyNew') },
          { value: 'every', label: t('schoolList.allTypes') },
          ...types.map((type) => ({ value: type.id, label: coinTypeName(t, type.name) })),
        ]}
        value={coinType || 'every'}
        onChange={(chosen) =>
          narrow({ state: chosen === 'new' ? 'inactive' : state, coinType: chosen === 'every' ? '' : chosen })
        }
      />
      {children}
    </div>
  )
}
