/**
 * How a name may be written in Latin letters, word by word: common names as Egyptian passports write them, others by the sound of their
 * letters. It is a proposal for a person who sees the passport, and never used unseen. Null for a name without Arabic letters.
 */
export function latinProposal(name: string): string | null {
  const words = plain(name).split(' ').filter(Boolean)
  if (words.length === 0 || !words.every((word) => /^[\u0621-\u064a]+$/.test(word))) return null
  return words.map((word) => known.get(word) ?? spelled(word)).join(' ')
}

/** Without marks and the stroke that lengthens a word; the forms of alef, and of the letters at the end of a word, as one. */
const plain = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll(/[\u0640\u064b-\u0652\u0670]/g, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .trim()

function spelled(word: string): string {
  if (word.startsWith('ال') && word.length > 4)
    return `El ${known.get(word.slice(2)) ?? capital(sounds(word.slice(2)))}`
  return capital(sounds(word))
}

/** Arabic writes no short vowels: between two consonants at the start, and before the last one, `a` reads as most names do. */
function sounds(word: string) {
  const letters = [...word]
  return letters
    .map((letter, at) => {
      const after = letters[at + 1]
      if (letter === 'و') return at === 0 || isVowel(after) ? 'w' : 'o'
      if (letter === 'ي') return at === 0 || isVowel(after) ? 'y' : 'i'
      if (letter === 'ه' && at > 0 && after === undefined) return 'a'
      const sound = soundOf[letter] ?? ''
      const meetsAnother = !isVowel(letter) && after !== undefined && !isVowel(after) && after !== 'ه'
      return meetsAnother && (at === 0 || at === letters.length - 2) ? `${sound}a` : sound
    })
    .join('')
}

const isVowel = (letter: string | undefined) => letter !== undefined && 'اوي'.includes(letter)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const soundOf: Readonly<Record<string, string>> = {
  ا: 'a',
  ب: 'b',
  ت: 't',
  ث: 'th',
  ج: 'g',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'z',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ئ: 'e',
  ؤ: 'o',
  ء: '',
}

const common = `
محمد Mohamed، أحمد Ahmed، محمود Mahmoud، مصطفى Mostafa، حامد Hamed، حمدي Hamdy، حمادة Hamada، حمد Hamad، علي Aly، عمر Omar، عمرو Amr، عثمان Othman،
خالد Khaled، طارق Tarek، ماهر Maher، كريم Karim، كريمة Karima، ياسر Yasser، ياسين Yassin، يوسف Youssef، يونس Younes، يحيى Yehia، إبراهيم Ibrahim،
إسماعيل Ismail، إسحاق Ishak، يعقوب Yacoub، موسى Moussa، عيسى Eissa، هارون Haroun، داود Dawoud، سليمان Soliman، زكريا Zakaria، آدم Adam، نوح Nouh،
إدريس Idris، أيوب Ayoub، إلياس Elias، صالح Saleh، هود Houd، شعيب Shoaib، حسن Hassan، حسين Hussein، حسام Hossam، حسني Hosny، محسن Mohsen، إحسان Ehsan،
سامي Samy، سامح Sameh، سمير Samir، سمر Samar، سميرة Samira، سامية Samia، سلمى Salma، سلمان Salman، سالم Salem، سليم Selim، سلامة Salama، سلوى Salwa، سعد Saad،
سعيد Said، سعاد Soad، مسعود Masoud، سيد Sayed، السيد Elsayed، سيف Seif، سارة Sara، سما Sama، سناء Sanaa، سوسن Sawsan، سهير Soheir، سهام Seham، سهى Soha، سوزان Suzan،
شريف Sherif، شريفة Sherifa، شادي Shady، شادية Shadia، شاهين Shahin، شيماء Shaimaa، شهد Shahd، شهاب Shehab، شروق Shorouk، شيرين Sherine، شعبان Shaaban، شوقي Shawky،
شكري Shoukry، شاكر Shaker، صابر Saber، صبري Sabry، صبحي Sobhy، صفاء Safaa، صفوت Safwat، صلاح Salah، صفية Safia، صباح Sabah، صدقي Sedky، صادق Sadek، طه Taha، طاهر Taher،
طلعت Talaat، عادل Adel، عاصم Assem، عاطف Atef، عامر Amer، عماد Emad، عمار Ammar، عمران Omran، عصام Essam، عزت Ezzat، عزيز Aziz، عزيزة Aziza، عزة Azza، عبير Abeer، عفاف Afaf،
علاء Alaa، علياء Alyaa، عالية Alia، عائشة Aisha، عنتر Antar، عوض Awad، عيد Eid، عرفة Arafa، عطية Attia، عطا Atta، عباس Abbas، عبده Abdou، عبد Abd، عبدالله Abdallah،
عبدالرحمن Abdelrahman، عبدالعزيز Abdelaziz، عبدالحميد Abdelhamid، عبدالفتاح Abdelfattah، عبدالمنعم Abdelmoneim، عبدالغني Abdelghany، عبدالكريم Abdelkarim، عبدالسلام Abdelsalam،
عبدالقادر Abdelkader، عبدالناصر Abdelnasser، عبدالوهاب Abdelwahab، عبدالرازق Abdelrazek، عبدالمجيد Abdelmeguid، عبدالحليم Abdelhalim، عبداللطيف Abdellatif، عبدالهادي Abdelhady،
غادة Ghada، غانم Ghanem، غنيم Ghoneim، فاطمة Fatma، فادي Fady، فادية Fadia، فارس Fares، فاروق Farouk، فؤاد Fouad، فتحي Fathy، فتحية Fathia، فرج Farag، فرح Farah، فريد Farid، فريدة Farida،
فهد Fahd، فهمي Fahmy، فوزي Fawzy، فوزية Fawzia، فيصل Faisal، فايز Fayez، فايزة Fayza، فكري Fekry، قاسم Kassem، كامل Kamel، كمال Kamal، كاميليا Camelia، كارما Karma، كوثر Kawthar،
لبنى Lobna، لبيب Labib، لطفي Lotfy، لمياء Lamiaa، ليلى Laila، لينا Lina، ليان Layan، لؤي Loay، ماجد Maged، ماجدة Magda، مجدي Magdy، مازن Mazen، مالك Malek، مايا Maya، مبارك Mubarak، مدحت Medhat،
مراد Mourad، مروان Marwan، مروة Marwa، مريم Mariam، مرام Maram، مسعد Mosaad، معاذ Moaz، معتز Moataz، منى Mona، منة Menna، منار Manar، منال Manal، منير Mounir، منصور Mansour، مها Maha، مهند Mohanad،
مي Mai، ميار Mayar، مينا Mina، ميرنا Mirna، ميادة Mayada، مؤمن Moamen، ممدوح Mamdouh، مكرم Makram، ملك Malak، نادر Nader، نادية Nadia، نادين Nadine، نبيل Nabil، نبيلة Nabila، نجلاء Naglaa، نجيب Naguib،
نجوى Nagwa، نادر Nader، ناصر Nasser، نصر Nasr، ندى Nada، نرمين Nermin، نسرين Nesreen، نشوى Nashwa، نعمة Neama، نعيمة Naima، نهى Noha، نهال Nehal، نهلة Nahla، نور Nour، نورا Noura، نورهان Nourhan، نيفين Neveen،
نيرة Nayera، هاشم Hashem، هالة Hala، هاني Hany، هانم Hanem، هبة Heba، هدى Hoda، هدير Hadeer، هشام Hesham، هند Hend، هيثم Haitham، همت Hemmat، هناء Hanaa، وائل Wael، وفاء Wafaa، وليد Walid، ولاء Walaa، وجدي Wagdy،
وسام Wessam، وحيد Wahid، وسيم Wassim، يارا Yara، ياسمين Yasmin، ياسمينا Yasmina، يسرا Yousra، يسري Yousry، رأفت Raafat، رائد Raed، راضي Rady، رامز Ramez، رامي Ramy، رانيا Rania، رباب Rabab، ربيع Rabie، رجب Ragab،
رجاء Ragaa، رحاب Rehab، رحمة Rahma، رزق Rizk، رشا Rasha، رشاد Rashad، رشدي Roshdy، رشيد Rashid، رضا Reda، رضوان Radwan، رضوى Radwa، رغد Raghad، رفعت Refaat، رفيق Rafik، رقية Rokaya، رمزي Ramzy، رمضان Ramadan، رنا Rana،
رندا Randa، رؤوف Raouf، روان Rawan، روضة Rawda، رودينا Rodina، ريم Reem، ريهام Reham، ريتاج Retaj، ريماس Rimas، زهرة Zahra، زياد Ziad، زيد Zeid، زينب Zeinab، زين Zein، زينة Zeina، زكي Zaki، أدهم Adham، أسامة Osama، أسعد Asaad،
أسماء Asmaa، أسيل Aseel، أشرف Ashraf، أكرم Akram، ألاء Alaa، أماني Amany، أمجد Amgad، أمل Amal، أمنية Omnia، أميرة Amira، أمير Amir، أمين Amin، أمينة Amina، أميمة Omayma، أنس Anas، أنور Anwar، أيمن Ayman، أيهم Ayham،
أية Aya، آية Aya، إيمان Eman، إيهاب Ihab، إيناس Enas، إيلين Eileen، إسراء Esraa، أروى Arwa، بسام Bassam، بسمة Basma، بسنت Bassant، باسم Bassem، باسل Bassel، بلال Belal، بدر Badr، بدوي Badawy، بكر Bakr، بهاء Bahaa، بهجت Bahgat،
بيومي Bayoumy، بيشوي Bishoy، بيتر Peter، بطرس Botros، جرجس Girgis، جورج George، جوزيف Joseph، جون John، جابر Gaber، جاسر Gasser، جاسم Jassem، جلال Galal، جمال Gamal، جمعة Gomaa، جميل Gamil، جميلة Gamila، جميلا Gamila، جنى Jana، جنات Gannat،
جودي Joudy، جوري Joury، جيهان Gehan، جعفر Gaafar، تامر Tamer، تميم Tamim، تقى Toka، تسنيم Tasneem، توفيق Tawfik، ثروت Tharwat، ثريا Soraya، حاتم Hatem، حازم Hazem، حافظ Hafez، حبيب Habib، حبيبة Habiba، حكيم Hakim، حلا Hala، حلمي Helmy،
حمزة Hamza، حنان Hanan، حنين Haneen، حنا Hanna، حور Hour، حياة Hayat، خديجة Khadiga، خليل Khalil، خلود Kholoud، خيري Khairy، داليا Dalia، دنيا Donia، دعاء Doaa، دينا Dina، ديما Dima، دارين Dareen، تالين Taleen، تاليا Talia، مكة Mecca، إياد Eyad، كنان Kenan،
وكيل Wakil، بنا Banna، عطار Attar، قناوي Kenawy، خياط Khayat، مغربي Maghraby، دسوقي Desouky، حلبي Halaby، جندي Gendy، سمان Samman، كاشف Kashef، صعيدي Saidy، بستاني Bostany، نجار Naggar، حداد Haddad،
رفاعي Refaey، خولي Kholy، فقي Feky، طحان Tahhan، حجازي Hegazy، أسيوطي Assiouty، شلبي Shalaby، منشاوي Menshawy، شاذلي Shazly، شناوي Shennawy، شافعي Shafey، شرقاوي Sharkawy، شربيني Sherbiny، شيخ Sheikh، مصري Masry، شامي Shamy،
مهدي Mahdy، صاوي Sawy، عدوي Adawy، غزالي Ghazaly، بحيري Beheiry، سنوسي Senoussy، عشري Ashry، عشماوي Ashmawy، حفناوي Hefnawy، طنطاوي Tantawy، منياوي Meniawy، دمياطي Domiaty، إسكندراني Eskandarany، بنداري Bendary، طوخي Tokhy، فولي Fouly، قاضي Kady،
عزبي Ezaby، كيلاني Kilany، لبان Labban، زيات Zayat، صياد Sayad، صباغ Sabbagh، سقا Sakka، خطيب Khatib، هواري Hawary، ديب Deeb، عمدة Omda، حناوي Hennawy، هلالي Helaly، حسيني Husseiny، أنصاري Ansary، سيسي Sisi، جوهري Gohary، حلواني Halawany، فيومي Fayoumy،
بسيوني Basyouny، دمنهوري Damanhoury، ليثي Leithy، سيوفي Soyoufy، غمراوي Ghamrawy، بشاي Bishay، محلاوي Mahlawy، سعدني Saadany، برعي Borai، نعيم Naeem، نقاش Nakkash، غسان Ghassan، بسملة Basmala، رؤى Roaa، زاهر Zaher`

const known = new Map(
  common.split('،').map((pair) => {
    const [arabic, latin] = pair.trim().split(' ')
    return [plain(arabic!), latin!] as const
  }),
)
