export type Texts = { [key: string]: string | Texts }
export type Language = 'en' | 'ar'
export type TextValues = Record<string, string | number>

/** The text of the key 'a.b' with its {{values}} filled in; with `count`, in the plural form for that number. Null if there is none. */
export function textOf(texts: Texts, language: Language, key: string, values: TextValues = {}): string | null {
  const found = formOf(texts, language, key, values.count)
  return found === null ? null : found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The first language we support of: the stored choice, the page's `lang`, the first part of the path, the subdomain; else English. */
export function detected({
  kept,
  lang,
  path,
  host,
}: {
  kept: string | null
  lang: string
  path: string
  host: string
}): Language {
  const spoken = [kept, lang, path.split('/')[1], host.split('.')[0]].map((word) => /^(en|ar)\b/i.exec(word ?? '')?.[1])
  return spoken.find((word) => word !== undefined)?.toLowerCase() === 'ar' ? 'ar' : 'en'
}

/** Retries up to five times, after 350 ms and then after twice the time before (product.md §9). */
export async function withRetries<T>(load: () => Promise<T>, wait = pause, retries = 5, first = 350): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await load()
    } catch (error) {
      if (tried >= retries) throw error
      await wait(first * 2 ** tried)
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function formOf(texts: Texts, language: Language, key: string, count: string | number | undefined): string | null {
  if (typeof count !== 'number') return at(texts, key)
  return at(texts, `${key}_${rules[language].select(count)}`) ?? at(texts, `${key}_other`) ?? at(texts, key)
}

const rules = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') }

function at(texts: Texts, key: string): string | null {
  let here: string | Texts | undefined = texts
  for (const word of key.split('.'))
    here = typeof here === 'object' && Object.hasOwn(here, word) ? here[word] : undefined
  return typeof here === 'string' ? here : null
}
