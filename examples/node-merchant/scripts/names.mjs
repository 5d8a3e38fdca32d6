// English name, Khmer name, accepted currencies.
export const SUB_BILLERS = [
  ["Angkor Fresh Market", "ផ្សារអង្គរស្រស់", ["KHR", "USD"]],
  ["Tonle Water Supply", "រដ្ឋាករទឹកទន្លេ", ["KHR"]],
  ["Bayon Electric", "អគ្គិសនីបាយ័ន", ["KHR"]],
  ["Mekong Logistics Co., Ltd.", "ក្រុមហ៊ុនដឹកជញ្ជូនមេគង្គ", ["KHR", "USD"]],
  ["Lotus School", "សាលារៀនផ្កាឈូក", ["USD"]],
  ["Kampot Pepper House", "ផ្ទះម្រេចកំពត", ["KHR", "USD"]],
  ["Romduol Clinic", "គ្លីនិករំដួល", ["KHR", "USD"]],
  ["Battambang Rice Mill", "រោងម៉ាស៊ីនកិនស្រូវបាត់ដំបង", ["KHR"]],
  ['Riverside Rentals "R2"', "ជួលផ្ទះមាត់ទន្លេ", ["USD"]],
  ["Sokha & Sons Hardware", "ហាងសម្ភារៈសុខា និងបុត្រ", ["KHR", "USD"]],
  ["Apsara Telecom", "ទូរគមនាគមន៍អប្សរា", ["KHR", "USD"]],
  ["Siem Reap Books", "បណ្ណាគារសៀមរាប", ["KHR", "USD"]],
];

export const STREETS = [
  "Street 271, Phnom Penh",
  "ផ្លូវ ២៧១ ភ្នំពេញ",
  "Norodom Boulevard",
  "មហាវិថីព្រះនរោត្តម",
  "National Road 6, Siem Reap",
  "ផ្លូវជាតិលេខ ៦ សៀមរាប",
];

// English name, Khmer name, lowest and highest price in dollars.
export const ITEMS = [
  ["Jasmine rice 25 kg", "អង្ករផ្កាម្លិះ ២៥ គ.ក", 18, 32],
  ["Drinking water 20 l", "ទឹកបរិសុទ្ធ ២០ លីត្រ", 1, 2],
  ["Kampot black pepper 500 g", "ម្រេចខ្មៅកំពត ៥០០ ក្រាម", 6, 14],
  ["Electricity, kWh", "អគ្គិសនី គ.វ.ម", 1, 3],
  ["Internet subscription", "សេវាអ៊ីនធឺណិត", 12, 45],
  ["School fee, one term", "ថ្លៃសិក្សាមួយឆមាស", 90, 450],
  ["Cement 50 kg", "ស៊ីម៉ងត៍ ៥០ គ.ក", 4, 6],
  ["Consultation", "ថ្លៃពិនិត្យជំងឺ", 8, 40],
  ["Delivery in the city", "ដឹកជញ្ជូនក្នុងក្រុង", 1, 5],
  ["Notebook, 100 pages", "សៀវភៅសរសេរ ១០០ ទំព័រ", 1, 3],
  ["Rent, one month", "ថ្លៃជួលមួយខែ", 150, 600],
  ["Fish sauce 1 l", "ទឹកត្រី ១ លីត្រ", 1, 4],
];
