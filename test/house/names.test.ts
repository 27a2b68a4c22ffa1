import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#contract/language/fold.ts'
import { newId } from '#server/db/ids.ts'
import { nameParts, sameRelation } from '#server/exchange/imports/read/words.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { insert, oneOfEverything } from '#test/world/one-of-everything.ts'
import { fold as foldOfScreens } from '#web/lib/text.ts'

const connection = await emptyDatabase()
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(connection)
  await owner.connect()
})
afterAll(async () => owner?.end())

const foldedBySql = async (texts: string[]) =>
  (
    await owner.query<{ folded: string }>(
      'select fold(t) as folded from unnest($1::text[]) with ordinality u(t, n) order by n',
      [texts],
    )
  ).rows.map(({ folded }) => folded)

/** Names as people write them, and what they are compared as, written by hand. */
const names = `أحمد علي = احمد علي; إبراهيم محمود = ابراهيم محمود; آمال فؤاد = امال فؤاد; ٱلاء سمير = الاء سمير
فاطمة الزهراء = فاطمه الزهراء; هدى مصطفى = هدي مصطفي; منى طه = مني طه; مي رائد = مي رائد; يحيى زكريا = يحيي زكريا
عبد الرحمن كريم = عبد الرحمن كريم; نور الدين = نور الدين; لؤي بهاء = لؤي بهاء; هبة الله = هبه الله; ضياء = ضياء
مؤمن إسلام = مؤمن اسلام; رؤى أيمن = رؤي ايمن; شيماء = شيماء; لبنى كمال = لبني كمال; ملك أكرم = ملك اكرم; كنزى = كنزي
سلمى = سلمي; ليلى = ليلي; جنة = جنه; تقى = تقي; رنا = رنا; محمد = محمد; يوسف = يوسف; كيرلس = كيرلس; مينا = مينا
كریم = كريم; علی رضایی = علي رضايي; کاوه = كاوه; پریسا = پريسا; ژاله = ژاله; چنگیز = چنگيز; نیکی = نيكي; شکوفهٔ = شكوفه
Omar Sayed = omar sayed; MONA ALI = mona ali; Élodie = elodie; Zoë = zoe; Łukasz = lukasz; Ñandú = nandu; Şule = sule; Ünal = unal; İpek Işık = ipek isik; Ivaylo Й = ivaylo й; ΆΝΝΑ = άννα
George = george; al-Din = al-din; O'Hara = ohara; O’Brien = obrien; ‘Ali Saʼd = ali sad; Mu\`min´ = mumin; Weiss = weiss; Mariam = mariam; ΝΙΚΟΣ = νικοσ; Class 4A = class 4a; فصل 12 = فصل 12; 3/ب = 3/ب`
  .split(/[;\n]/)
  .map((pair) => pair.split('=').map((side) => side.trim()) as [string, string])

const presentation = new Map(
  'اﺍﺎ|بﺏﺐﺑﺒ|هﻩﻪﻫﻬ|يﻱﻲﻳﻴ|ةﺓﺔ|ىﻯﻰ|كﻙﻚﻛﻜ'.split('|').map((forms) => [forms[0]!, forms.at(-1)!]),
)
presentation
  .set('م', 'ﻣ')
  .set('ح', 'ﺤ')
  .set('د', 'ﺪ')
  .set('ر', 'ﺮ')
  .set('ل', 'ﻠ')
  .set('ن', 'ﻨ')
  .set('أ', 'ﺄ')
  .set('إ', 'ﺈ')

const everyLetter = (change: (letter: string) => string) => (name: string) => Array.from(name, change).join('')

/** The ways in which keyboards, spreadsheets and other systems write one and the same name. */
const spellings: Record<string, (name: string) => string> = {
  'as it is': (name) => name,
  'in capital letters': (name) => name.toUpperCase(),
  'with Persian letters': (name) => name.replaceAll('ي', 'ی').replaceAll('ى', 'ی').replaceAll('ك', 'ک'),
  'with doubled and foreign spaces': (name) => `\u3000${name.replaceAll(' ', ' \u00a0\u2009')} `,
  'with joiners': everyLetter((letter) => `${letter}\u200c`),
  'in presentation forms': everyLetter((letter) => presentation.get(letter) ?? letter),
  'with vowel marks': (name) => name.replace(/[\u0621-\u064a]/g, (letter) => `${letter}\u064e`),
  'with tatweel': (name) => name.replace(/[سشصضطظعغفقكلمنهي](?=[\u0621-\u064a])/g, (letter) => `${letter}ـــ`),
  'letters and accents apart': (name) => name.normalize('NFD'),
  'with what nobody sees': everyLetter((letter) => `\u00ad${letter}\u034f\u{e0041}`),
  'between direction marks': (name) => `\u202b${name}\u202c\u200f`,
  'with a line break': (name) => `\ufeff${name.replaceAll(' ', '\r\n')}\n`,
  'in Persian letters with joiners and marks': everyLetter((letter) => `${letter === 'ي' ? 'ی' : letter}\u0651\u200d`),
  'in digits of Arabic and wide letters': everyLetter((letter) => {
    if (/\d/.test(letter)) return '٠١٢٣٤٥٦٧٨٩'[Number(letter)]!
    return /[a-z]/i.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : letter
  }),
}

const corpus = names.flatMap(([name, compared]) =>
  Object.entries(spellings).map(([way, write]) => ({ way, written: write(name), compared })),
)

test('five hundred spellings are compared alike by the database, imports and screens', async () => {
  expect(new Set(corpus.map(({ written }) => written)).size).toBeGreaterThanOrEqual(500)
  const bySql = await foldedBySql(corpus.map(({ written }) => written))
  const differing = corpus.flatMap(({ way, written, compared }, at) => {
    const folded = { sql: bySql[at], screens: foldOfScreens(written), contract: fold(written) }
    return Object.values(folded).every((one) => one === compared) ? [] : [{ way, written, compared, ...folded }]
  })
  expect(differing).toEqual([])
})

test('an import knows the parts of a name and a relation in any spelling', () => {
  for (const write of Object.values(spellings)) {
    expect(nameParts(`${write('عبد')} الرحمن ${write('نور')} ${write('الدين')} علي`)?.length).toBe(3)
    expect(sameRelation(write('الأم'), 'Mother')).toBe(true)
  }
})

/** Scripts of names, spaces, marks, ligatures and what shows nothing; no code points that one of the two sides may not know yet. */
const letters = fc.oneof(
  ...[
    [0x20, 0x24f],
    [0x300, 0x36f],
    [0x386, 0x3ce],
    [0x410, 0x44f],
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
    [0x2100, 0x214f],
    [0xac00, 0xac20],
    [0xfb50, 0xfbb1],
    [0xfe00, 0xfe0f],
    [0xfe70, 0xfefc],
    [0xff01, 0xff5e],
    [0x1f600, 0x1f64f],
    [0xe0020, 0xe007f],
  ].map(([from, to]) => fc.integer({ min: from!, max: to! }).map((code) => String.fromCodePoint(code))),
)
const texts = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''))

test('whatever is written, the database and the contract compare it as the same, and folding again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 20, maxLength: 20 }), async (written) => {
      const folded = written.map(fold)
      expect(await foldedBySql(written)).toEqual(folded)
      expect(folded.map(fold)).toEqual(folded)
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['0001_ground.sql', '0047_names_fold_one_way.sql', ['كتاب', 'کتاب', 'کتاب 2'], 'ﻛتاب'],
  ['0047_names_fold_one_way.sql', '1050_names_as_people_read_them.sql', ["O'Brien", 'O’Brién', 'OBrien 2'], 'obrien'],
])('names that the rule of %s kept apart get a number with %s', async (before, after, kept, taken) => {
  const migrations = new URL('../../server/db/migrations/', import.meta.url)
  const read = (name: string) => readFile(new URL(name, migrations), 'utf8')
  const [former] = /create (?:or replace )?function fold[^;]*;/.exec(await read(before))!
  const school = await oneOfEverything(owner, 'مدرسة النيل', before.startsWith('0001') ? '01000000101' : '01000000102')
  const another = { school_id: school.school, name: kept[0]! }
  await owner.query(former.replace(/create (?:or replace )?function/, 'create or replace function'))
  await owner.query('reindex table grades; reindex table students')
  const ids = [newId(), newId(), newId()]
  for (const [at, name] of kept.entries()) await insert(owner, 'grades', { ...another, id: ids[at], name })

  await owner.query(`begin; ${await read(after)}; commit`)

  const { rows } = await owner.query('select name from grades where id = any ($1) order by id', [ids])
  expect(rows).toEqual([{ name: kept[0] }, { name: `${kept[1]} 3` }, { name: kept[2] }])
  await expect(insert(owner, 'grades', { ...another, id: newId(), name: taken })).rejects.toMatchObject({
    constraint: 'grades_name_taken',
  })
})
