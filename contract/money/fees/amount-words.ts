import type { Currency } from './amounts.ts'

/** A noun as Arabic counts it: one, two, three to ten, eleven to ninety-nine, and after a hundred; `isF`: feminine. */
type Noun = { one: string; two: string; few: string; many: string; isF?: true }

const noun = (one: string, two: string, few: string, many: string, isF?: true): Noun => ({
  one,
  two,
  few,
  many,
  ...(isF && { isF }),
})

const pound = noun('جنيه', 'جنيهان', 'جنيهات', 'جنيهًا')
const piastre = noun('قرش', 'قرشان', 'قروش', 'قرشًا')
const riyal = noun('ريال', 'ريالان', 'ريالات', 'ريالًا')
const halala = noun('هللة', 'هللتان', 'هللات', 'هللةً', true)
const dirham = noun('درهم', 'درهمان', 'دراهم', 'درهمًا')
const dinar = noun('دينار', 'ديناران', 'دنانير', 'دينارًا')
const fils = noun('فلس', 'فلسان', 'فلوس', 'فلسًا')
const baisa = noun('بيسة', 'بيستان', 'بيسات', 'بيسةً', true)

/** The money of each currency and its small coin, in Arabic and in English. */
const coins: Record<Currency, { ar: [Noun, Noun]; en: [string, string][] }> = {
  EGP: {
    ar: [pound, piastre],
    en: [
      ['Egyptian pound', 'Egyptian pounds'],
      ['piastre', 'piastres'],
    ],
  },
  SAR: {
    ar: [riyal, halala],
    en: [
      ['Saudi riyal', 'Saudi riyals'],
      ['halala', 'halalas'],
    ],
  },
  AED: {
    ar: [dirham, fils],
    en: [
      ['UAE dirham', 'UAE dirhams'],
      ['fils', 'fils'],
    ],
  },
  QAR: {
    ar: [riyal, dirham],
    en: [
      ['Qatari riyal', 'Qatari riyals'],
      ['dirham', 'dirhams'],
    ],
  },
  KWD: {
    ar: [dinar, fils],
    en: [
      ['Kuwaiti dinar', 'Kuwaiti dinars'],
      ['fils', 'fils'],
    ],
  },
  BHD: {
    ar: [dinar, fils],
    en: [
      ['Bahraini dinar', 'Bahraini dinars'],
      ['fils', 'fils'],
    ],
  },
  OMR: {
    ar: [riyal, baisa],
    en: [
      ['Omani rial', 'Omani rials'],
      ['baisa', 'baisas'],
    ],
  },
  JOD: {
    ar: [dinar, fils],
    en: [
      ['Jordanian dinar', 'Jordanian dinars'],
      ['fils', 'fils'],
    ],
  },
}

/** An amount as it is written on receipts: "فقط مائة جنيه وخمسون قرشًا لا غير". */
export function amountInWords(amount: string, currency: Currency, language: 'ar' | 'en'): string {
  const [whole = '0', small = '0'] = amount.split('.')
  const [most, rest] = [Number(whole), Number(small)]
  if (language === 'en') {
    const [of, part] = coins[currency].en as [[string, string], [string, string]]
    const said = (count: number, [one, many]: [string, string]) => `${inEnglish(count)} ${count === 1 ? one : many}`
    return `Only ${[...(most > 0 || rest === 0 ? [said(most, of)] : []), ...(rest > 0 ? [said(rest, part)] : [])].join(' and ')}`
  }
  const [of, part] = coins[currency].ar
  const said = [...(most > 0 || rest === 0 ? [counted(most, of)] : []), ...(rest > 0 ? [counted(rest, part)] : [])]
  return `فقط ${said.join(' و')} لا غير`
}

const ones = ['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة']
const onesF = ['', 'إحدى', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع', 'عشر']
const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const hundreds = ['', 'مائة', 'مائتان', 'ثلاثمائة', 'أربعمائة', 'خمسمائة', 'ستمائة', 'سبعمائة', 'ثمانمائة', 'تسعمائة']
const thousand = noun('ألف', 'ألفان', 'آلاف', 'ألفًا')
const million = noun('مليون', 'مليونان', 'ملايين', 'مليونًا')

/** How many of a thing: the thing stands in the form that its number wants. */
function counted(count: number, thing: Noun): string {
  const { one, two, few, many, isF } = thing
  if (count === 0) return `صفر ${one}`
  if (count === 1) return `${one} ${isF ? 'واحدة' : 'واحد'}`
  if (count === 2) return two
  const last = count % 100
  // "مائة جنيه وجنيه واحد": one and two are never said by a number before the thing.
  if (last === 1 || last === 2) return `${counted(count - last, thing)} و${counted(last, thing)}`
  if (last === 0) return `${inArabic(count, isF, true)} ${one}`
  return `${inArabic(count, isF, false)} ${last <= 10 ? few : many}`
}

/** A number in words. `joined`: the counted thing follows at once, so that a dual loses its last letter. */
function inArabic(count: number, isF: true | undefined, joined: boolean): string {
  const groups: [number, Noun | null][] = [
    [Math.floor(count / 1_000_000), million],
    [Math.floor(count / 1000) % 1000, thousand],
    [count % 1000, null],
  ]
  const said = groups.filter(([many]) => many > 0)
  return said
    .map(([many, scale], nth) => {
      const isLast = joined && nth === said.length - 1
      return scale ? ofScale(many, scale, isLast) : belowThousand(many, isF, isLast)
    })
    .join(' و')
}

function ofScale(many: number, scale: Noun, isLast: boolean): string {
  if (many === 1) return scale.one
  if (many === 2) return isLast ? scale.two.slice(0, -1) : scale.two
  const last = many % 100
  if (last === 1 || last === 2)
    return `${belowThousand(many - last, undefined, true)} ${scale.one} و${ofScale(last, scale, isLast)}`
  if (last === 0) return `${belowThousand(many, undefined, true)} ${scale.one}`
  const form = isLast ? scale.one : scale.many
  return `${belowThousand(many, undefined, false)} ${last <= 10 ? scale.few : form}`
}

function belowThousand(count: number, isF: true | undefined, isLast: boolean): string {
  const [hundred, rest] = [Math.floor(count / 100), count % 100]
  const head = hundred === 2 && rest === 0 && isLast ? 'مائتا' : hundreds[hundred]!
  return [head, belowHundred(rest, isF)].filter(Boolean).join(' و')
}

function belowHundred(count: number, isF: true | undefined): string {
  const words = isF ? onesF : ones
  if (count <= 10) return words[count]!
  if (count === 11) return isF ? 'إحدى عشرة' : 'أحد عشر'
  if (count === 12) return isF ? 'اثنتا عشرة' : 'اثنا عشر'
  if (count < 20) return `${words[count - 10]} ${isF ? 'عشرة' : 'عشر'}`
  return [words[count % 10], tens[Math.floor(count / 10)]].filter(Boolean).join(' و')
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const round = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function inEnglish(count: number): string {
  if (count < 20) return small[count]!
  if (count < 100) return `${round[Math.floor(count / 10) - 2]}${count % 10 ? `-${small[count % 10]}` : ''}`
  const [size, name] = [
    [1_000_000, 'million'],
    [1000, 'thousand'],
    [100, 'hundred'],
  ].find(([least]) => count >= (least as number)) as [number, string]
  const rest = count % size
  const joint = rest < 100 ? ' and ' : ' '
  return `${inEnglish(Math.floor(count / size))} ${name}${rest > 0 ? joint + inEnglish(rest) : ''}`
}
