const english = `
  password passwd passphrase pass word admin administrator root user login guest welcome hello letmein let me in open
  sesame secret private access master system server computer internet google yandex facebook telegram whatsapp apple
  samsung windows microsoft linux ubuntu qwerty qwert asdf zxcv iloveyou i love you loveyou lovely forever always
  princess prince queen king angel baby babygirl sunshine moonlight starwars star wars superman super man batman
  spiderman pokemon naruto dragon monkey tiger lion eagle falcon phoenix wolf bear panda kitty kitten puppy dog cat
  horse football soccer baseball basketball hockey liverpool chelsea arsenal barcelona juventus madrid zenit spartak
  cska dynamo ferrari mercedes porsche toyota honda yamaha michael jordan jennifer jessica daniel thomas robert andrew
  charlie george matthew anthony joshua ashley nicole michelle summer winter spring autumn monday friday january
  february march april may june july august september october november december freedom trustno trust no one shadow
  killer hunter ranger soldier warrior ninja pirate matrix mustang corvette harley pepper cookie chocolate cheese
  banana orange cherry flower butterfly purple yellow silver golden gold diamond rainbow heaven jesus christ god
  blessed faith hope peace change changeme me new temp temporary test testing tester demo example sample default
  manager boss office work job company business warehouse stock artel crew team staff owner shop store market
  russia moscow london america canada the my is it a and for your big best good great cool happy lucky strong
`
const russian = `
  пароль секрет доступ админ администратор логин вход привет здравствуй добро пожаловать любовь люблю тебя я солнце
  солнышко зайка зайчик котик котёнок котенок кошка собака рыбка мишка медведь волк тигр лев дракон ангел принцесса
  королева король россия москва питер спартак зенит цска динамо победа свобода удача счастье мир весна лето осень
  зима январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь понедельник пятница марина
  наташа настя анастасия катя екатерина лена елена ольга оля татьяна таня ирина ира светлана света юля юлия аня анна
  маша мария даша дарья саша александр андрей сергей дима дмитрий алексей леша максим макс иван ваня миша михаил
  никита артём артем денис роман олег игорь владимир вова виктор мама папа семья дом работа склад компания артель
  магазин начальник директор тест проба демо мой моя моё это и в на
`
// Russian words typed with an English keyboard layout.
const mistyped = `gfhjkm ghbdtn cjkywt k.,jdm k.yz rjirf cfif yfnfif fylhtq vjcrdf hjccbz gj,tlf kfcnjxrf fhntkm crkfl`
// Russian words transliterated to Latin letters.
const latinised = `
  parol privet lubov lublu solnce solnishko zaika kotik koshka sobaka mishka natasha nastya katya lena olga tanya
  marina sveta yulia anya masha dasha sasha alexandr andrey sergey dima alexey maxim ivan vanya misha nikita artem
  denis roman oleg igor vladimir vova viktor mama papa rossiya moskva sklad rabota artel
`

/**
 * Words that guessers combine first. The list was written for this product, from what leaked passwords are
 * known to contain.
 */
export const commonWords: readonly string[] = [
  ...new Set(
    [english, russian, mistyped, latinised]
      .join(' ')
      .split(/\s+/)
      .map((word) => word.replace(/[^\p{L}]/gu, ''))
      .filter((word) => word !== ''),
  ),
]
