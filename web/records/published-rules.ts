type Report = { source: string; day?: string }

/** `contradicts`: sources disagree, and the text says where. Its words are `region.rules.<key>`. */
export type PublishedRule = { key: string; country: 'EG' | 'SA'; reports: Report[]; contradicts?: true }

/**
 * Rules of ministries as the press and official pages had them, collected in November 2026: data to read beside a setting, and never a setting
 * by itself. What a school takes of it, it enters.
 */
export const publishedRules = {
  fees: [
    {
      key: 'stateLanguageSchools',
      country: 'EG',
      reports: [{ source: 'masrawy 2851780', day: '2025-09-10' }, { source: 'msdrna 3093' }],
    },
    { key: 'feesAndPapers', country: 'SA', reports: [{ source: 'alwatan 129504' }], contradicts: true },
    { key: 'taxOfServices', country: 'EG', reports: [{ source: 'vetogate 5499686', day: '2025-09-26' }] },
  ],
  absence: [
    {
      key: 'writtenWarning',
      country: 'EG',
      reports: [{ source: 'cairo24 1972894', day: '2024-03-14' }, { source: 'egblog 18350' }],
      contradicts: true,
    },
    { key: 'missedLesson', country: 'EG', reports: [{ source: 'alshbaka 285487' }] },
  ],
  cover: [
    { key: 'standbyCounts', country: 'SA', reports: [{ source: 'dotalkhalij 29956050', day: '2025-10-05' }] },
    { key: 'coverByTurns', country: 'EG', reports: [{ source: 'alsbbora 430490', day: '2023-09-20' }] },
  ],
  messages: [
    {
      key: 'privatePhones',
      country: 'SA',
      reports: [{ source: 'sayidaty 244786' }, { source: 'thakiratalsharq 28/09/2020' }],
    },
  ],
  calendar: [{ key: 'remoteDays', country: 'SA', reports: [{ source: 'thaqfny 2864198' }] }],
} as const satisfies Record<string, readonly PublishedRule[]>

export type TopicOfRules = keyof typeof publishedRules
